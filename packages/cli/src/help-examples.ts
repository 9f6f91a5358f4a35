import type { Command } from 'commander';
import { pathOf } from './groups.ts';

type Lines = () => readonly string[];

/** Worked out when a help is read, because few of them are. */
const examples = new WeakMap<Command, Lines>();
const mostOfGroup = 4;

/** Gives a command the examples that its help ends with. */
export function withExamples(command: Command, lines: Lines): Command {
  examples.set(command, lines);
  return command;
}

/** The examples of a command; a group shows the first of each of its commands, and the rest their usage. */
export function examplesFor(command: Command): readonly string[] {
  const own = examples.get(command)?.();
  if (own) return own;
  const [listed, others] = [true, false].map((wanted) =>
    visible(command).filter((each) => (each.name() === 'list' || each.name() === 'create') === wanted),
  );
  if (command.commands.length === 0) return [usageOf(command)];
  return [...(listed ?? []), ...(others ?? [])]
    .flatMap((each) => examplesFor(each)[0] ?? [])
    .slice(0, mostOfGroup);
}

const visible = (command: Command) => command.createHelp().visibleCommands(command);

/** The words of a command with its needed arguments as variables of a shell, such as `$MEETING_ID`. */
function usageOf(command: Command): string {
  const needed = command.registeredArguments.filter(({ required }) => required);
  return [...pathOf(command), ...needed.map((argument) => variableOf(argument.name()))].join(' ');
}

/** `meetingId` as `$MEETING_ID`. */
export const variableOf = (name: string): string =>
  `$${name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()}`;

export const examplesText = (command: Command): string =>
  `\nEXAMPLES\n${examplesFor(command)
    .map((line) => `  ${line}\n`)
    .join('')}`;
