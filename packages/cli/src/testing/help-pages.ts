import { operations } from '@chancery/sdk/operations';
import type { Command } from 'commander';
import { hostCommands } from '../../../server/src/host.ts';
import { pathOf } from '../groups.ts';
import { createProgram } from '../program.ts';
import type { Surroundings } from '../surroundings.ts';

export interface HelpPage {
  /** `chancery meetings list`. */
  readonly name: string;
  readonly command: Command;
  readonly text: string;
  readonly examples: readonly string[];
}

const silent: Surroundings = {
  operations,
  env: {},
  homeDirectory: '/nowhere',
  hostName: 'laptop',
  stdout: { write: () => true, columns: 80 },
  stderr: { write: () => true, columns: 80 },
  readInput: async () => '',
  ask: async () => '',
  fetch,
  loadHost: async () => null,
};

/** The whole command with a server beside it; nothing that is parsed is carried out. */
export function parsingProgram(parsed: (command: Command) => void = () => {}): Command {
  const program = createProgram(silent, { host: hostCommands() });
  for (const command of everyCommand(program)) if (isRunnable(command)) command.action(() => parsed(command));
  return program;
}

export const isRunnable = (command: Command): boolean =>
  command.commands.length === 0 || command.registeredArguments.length > 0;

const everyCommand = (command: Command): Command[] => [command, ...command.commands.flatMap(everyCommand)];

/** The help of every command and of every group that a help shows. */
export function helpPages(): HelpPage[] {
  const shown = (command: Command): Command[] => [
    command,
    ...command.createHelp().visibleCommands(command).flatMap(shown),
  ];
  return shown(parsingProgram()).map((command) => {
    let text = '';
    command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 });
    command.outputHelp();
    const [, examples = ''] = text.split('\nEXAMPLES\n');
    return { name: pathOf(command).join(' '), command, text, examples: linesOf(examples) };
  });
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The words of a command line as a shell would give them, up to a pipe or a redirection; `$NAME` by what is known. */
export function shellWords(line: string, variable: (name: string) => string): string[] {
  const [command = ''] = line.split(/ [|<>] /);
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare = '']) => quoted ?? bare.replace(/\$([A-Z_]+)/g, (_, name: string) => variable(name)),
  );
}
