import type { Command, Option } from 'commander';
import { UsageError } from './exit-codes.ts';
import { commandNamed } from './groups.ts';
import { withOptions } from './later-options.ts';

const scripts: Record<string, string> = {
  bash: `_chancery() {
  local IFS=$'\\n'
  COMPREPLY=($(chancery __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _chancery chancery
`,
  zsh: `#compdef chancery
_chancery() {
  local -a found
  found=(\${(f)"$(chancery __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -a found
}
compdef _chancery chancery
`,
  fish: `complete -c chancery -f -a '(chancery __complete (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
};

/** The script that makes a shell complete the command by asking it. */
export function completionScript(shell: string): string {
  const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined;
  if (script) return script;
  throw new UsageError(
    `There is no completion for "${shell}".`,
    `Choose one of ${Object.keys(scripts).join(', ')}.`,
  );
}

/** What may stand in place of the last of `words`; the others are what was typed before it. */
export function candidates(
  program: Command,
  words: readonly string[],
  profiles: () => readonly string[],
): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  let command = program;
  let awaiting: Option | undefined;
  for (const word of before) {
    if (awaiting) {
      awaiting = undefined;
      continue;
    }
    if (word.startsWith('-')) {
      const option = optionsOf(program, command).find(({ long, short }) => word === long || word === short);
      awaiting = option?.required ? option : undefined;
    } else {
      command = commandNamed(command, word) ?? command;
    }
  }
  return matching(offers(program, command, awaiting, current, profiles), current);
}

function offers(
  program: Command,
  command: Command,
  awaiting: Option | undefined,
  current: string,
  profiles: () => readonly string[],
): readonly string[] {
  if (awaiting) return awaiting.long === '--profile' ? profiles() : (awaiting.argChoices ?? []);
  if (current.startsWith('-'))
    return [...optionsOf(program, command).flatMap(({ long }) => long ?? []), '--help'];
  if (command.name() === 'completion') return Object.keys(scripts);
  if (command.parent?.name() === 'profiles') return profiles();
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());
}

const optionsOf = (program: Command, command: Command) => [
  ...new Set([...withOptions(command).options, ...program.options]),
];

const matching = (words: readonly string[], start: string) =>
  [...new Set(words)].filter((word) => word.startsWith(start)).sort();
