import type { Command } from 'commander';

const longestSummary = 60;

export const commandNamed = (parent: Command, word: string): Command | undefined =>
  parent.commands.find((each) => each.name() === word);

/** The command that those words lead to, made on the way where it is not there yet. */
export function commandAt(program: Command, words: readonly string[], heading?: string): Command {
  return words.reduce((parent, word) => {
    const found = commandNamed(parent, word);
    if (found) return found;
    const made = parent.command(word).helpCommand(false);
    return heading !== undefined && parent === program ? made.helpGroup(heading) : made;
  }, program);
}

/** A group says in the list of its parent what is in it, groups last. */
export function summarizeGroups(parent: Command): void {
  for (const group of parent.commands.filter(({ commands }) => commands.length > 0)) {
    summarizeGroups(group);
    const names = [...group.commands]
      .sort((a, b) => Number(a.commands.length > 0) - Number(b.commands.length > 0))
      .map((each) => each.name());
    if (group.summary() === '') group.summary(shortened(names));
    if (group.description() === '') group.description(`The commands of ${pathOf(group).slice(1).join(' ')}.`);
  }
}

/** Whole names, as many as fit. */
function shortened(names: readonly string[]): string {
  const whole = names.join(', ');
  if (whole.length <= longestSummary) return whole;
  const kept = whole.slice(0, longestSummary - 1);
  return `${kept.slice(0, kept.lastIndexOf(','))}, …`;
}

/** The words that lead to a command, its own last. */
export function pathOf(command: Command): string[] {
  const words: string[] = [];
  for (let at: Command | null = command; at; at = at.parent) words.unshift(at.name());
  return words;
}
