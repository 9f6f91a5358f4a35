import type { Operation } from '@chancery/sdk/operations';
import { CommanderError } from 'commander';
import { aliasesOf } from './aliases.ts';
import { candidates } from './completion.ts';
import { profileStore } from './connection.ts';
import { UsageError } from './exit-codes.ts';
import { reportFailure } from './failure-report.ts';
import { isKnownHostCommand } from './host-commands.ts';
import { kebabCase } from './names.ts';
import { createProgram } from './program.ts';
import type { GlobalOptions, Surroundings } from './surroundings.ts';

/** Runs one command line (without `node` and the script) to its end and gives the exit code. Never throws. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let operation: Operation | null = null;
  let exitCode = 0;
  try {
    if (args[0] === '__complete') {
      const program = createProgram(surroundings);
      const profiles = () => Object.keys(profileStore(surroundings).read().profiles);
      for (const word of candidates(program, args.slice(1), profiles)) surroundings.stdout.write(`${word}\n`);
      return 0;
    }
    const program = createProgram(surroundings, {
      host: needsHost(args, surroundings) ? await surroundings.loadHost() : null,
      started: (each) => {
        operation = each;
      },
      ended: (code) => {
        exitCode = code;
      },
    });
    await program.parseAsync(args.length === 0 ? ['--help'] : [...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return reportFailure(usageOf(error, args), surroundings, optionsGiven(args), operation);
  }
}

const builtIn = ['login', 'logout', 'profiles', 'completion'];

/** A host pulls in a whole server, so it is loaded only for its commands, and to list them in the help. */
function needsHost(args: readonly string[], { operations }: Surroundings): boolean {
  const own = new Set([...builtIn, ...operations.map(({ tag }) => kebabCase(tag))]);
  const words = args.filter((word) => !word.startsWith('-') && word !== 'help');
  const at = words.findIndex((word) => own.has(word) || isKnownHostCommand(word));
  const [first, second] = at < 0 ? [] : words.slice(at);
  if (first === undefined || !own.has(first)) return true;
  // A context may have commands of the host beside its endpoints.
  const known = operations.filter(({ tag }) => kebabCase(tag) === first);
  const names = [...aliasesOf(known)].flatMap(([id, aliases]) => [kebabCase(id), ...aliases]);
  return known.length > 0 && second !== undefined && !names.includes(second);
}

/** What commander found wrong, as a usage error with the way to its help. */
function usageOf(error: unknown, args: readonly string[]): unknown {
  if (!(error instanceof CommanderError)) return error;
  const words = args.slice(0, 2).filter((word) => /^[a-z][a-z-]*$/.test(word));
  const unknown = error.code === 'commander.unknownCommand' ? words.slice(0, -1) : words;
  const message = error.code === 'commander.help' ? 'Name a command.' : error.message.replace(/^error: /, '');
  return new UsageError(message, `See what there is: ${['chancery', ...unknown, '--help'].join(' ')}`);
}

/** Read without commander, because it may be commander that failed. */
const optionsGiven = (args: readonly string[]): GlobalOptions => ({
  json: args.includes('--json'),
  color: !args.includes('--no-color'),
});
