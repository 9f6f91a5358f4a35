import type { Operation } from '@chancery/sdk/operations';
import { type Command, CommanderError } from 'commander';
import { candidates } from './completion.ts';
import { profileStore } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { reportFailure } from './failure-report.ts';
import { formerNamesOf, operandPlaces, withCurrentName } from './former-names.ts';
import { commandNamed } from './groups.ts';
import { isKnownHostCommand } from './host-commands.ts';
import { createProgram, type ProgramParts, rootCommand } from './program.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** Runs one command line (without `node` and the script) to its end and gives the exit code. Never throws. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let operation: Operation | null = null;
  let exitCode = 0;
  let place: readonly string[] = [];
  const given = args[0] === '__complete' ? args.slice(1) : args;
  try {
    const { operations } = surroundings;
    const takesValue = flagsWithValues(rootCommand(surroundings));
    const current = withCurrentName(given, formerNamesOf(operations), takesValue);
    if (args[0] === '__complete') {
      await complete(current, wordsOf(current.slice(0, -1), takesValue), surroundings);
      return 0;
    }
    const parts = {
      started: (each: Operation) => {
        operation = each;
      },
      ended: (code: number) => {
        exitCode = code;
      },
    };
    const words = wordsOf(current, takesValue);
    const own = lazily(surroundings, parts);
    place = reachedBy(own, words);
    const asksVersion = words.length === 0 && current.includes('--version');
    const program =
      !asksVersion && needsHost(own, words)
        ? lazily(surroundings, { ...parts, host: await surroundings.loadHost() })
        : own;
    await program.parseAsync(current.length === 0 ? ['--help'] : [...current], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return reportFailure(usageOf(error, place), surroundings, optionsGiven(args), operation);
  }
}

/** One command is used, so the others need no options. */
const lazily = (surroundings: Surroundings, parts: ProgramParts = {}): Command =>
  createProgram(surroundings, { ...parts, optionsLater: true });

/** Writes what may stand in place of the last word; `words` are the operands before it. */
async function complete(current: readonly string[], words: readonly string[], surroundings: Surroundings) {
  const own = lazily(surroundings);
  const program = needsHost(own, words) ? lazily(surroundings, { host: await surroundings.loadHost() }) : own;
  const profiles = () => Object.keys(profileStore(surroundings).read().profiles);
  for (const word of candidates(program, current, profiles)) surroundings.stdout.write(`${word}\n`);
}

const wordsOf = (args: readonly string[], takesValue: (flag: string) => boolean): readonly string[] =>
  operandPlaces(args, takesValue).map((place) => args[place] ?? '');

/** A host pulls in a whole server, so it is loaded only for its commands, and to list them in a help or a completion. */
function needsHost(program: Command, words: readonly string[]): boolean {
  const [first, ...rest] = words[0] === 'help' ? words.slice(1) : words;
  if (first === undefined || isKnownHostCommand(first)) return true;
  let at = commandNamed(program, first);
  if (at === undefined) return true;
  for (const word of rest) {
    const next = commandNamed(at, word);
    if (next === undefined) break;
    at = next;
  }
  // A group may have commands of the host beside its own; what stands behind a command is an argument.
  return at.commands.length > 0 && at.registeredArguments.length === 0;
}

/** The words that name a command or a group; what follows them is an argument, or wrong. */
function reachedBy(program: Command, words: readonly string[]): readonly string[] {
  const reached: string[] = [];
  let at = program;
  for (const word of words) {
    const next = commandNamed(at, word);
    if (next === undefined) break;
    reached.push(word);
    at = next;
  }
  return reached;
}

/** What commander found wrong, as a usage error with the way to the help of the command that was reached. */
function usageOf(error: unknown, place: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  const message = error.code === 'commander.help' ? 'Name a command.' : error.message.replace(/^error: /, '');
  return new UsageError(message, `See what there is: \`${['chancery', ...place, '--help'].join(' ')}\``);
}

/** Whether a flag of every command takes the next word as its value. */
const flagsWithValues = ({ options }: Command) => {
  const flags = new Set(options.flatMap(({ long, required }) => (long && required ? [long] : [])));
  return (flag: string) => flags.has(flag);
};

/** Read without commander, because it may be commander that failed. */
const optionsGiven = (args: readonly string[]): GlobalOptions => ({
  json: args.includes('--json'),
  color: !args.includes('--no-color'),
});
