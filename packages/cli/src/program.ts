import type { Operation } from '@chancery/sdk/operations';
import { Command, InvalidArgumentError, Option } from 'commander';
import { aliasesOf } from './aliases.ts';
import { completionScript } from './completion.ts';
import { version } from './connection.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { addHostCommands, type HostCommand } from './host-commands.ts';
import { addListenCommand } from './listen-command.ts';
import { addMeetingCommands } from './meeting-commands.ts';
import { kebabCase } from './names.ts';
import { addOperation } from './operation-command.ts';
import { addSendCommand } from './send-command.ts';
import { addProfileCommands, addSessionCommands } from './session-commands.ts';
import { styleFor } from './style.ts';
import type { Surroundings } from './surroundings.ts';

export interface ProgramParts {
  /** The commands of @chancery/server; null if it is not installed. */
  readonly host?: readonly HostCommand[] | null;
  /** Called with the operation that begins to run. */
  readonly started?: (operation: Operation) => void;
  /** Called with the exit code of a host command. */
  readonly ended?: (code: number) => void;
}

/** The whole command, built from the operations. It throws instead of leaving the process. */
export function createProgram(surroundings: Surroundings, parts: ProgramParts = {}): Command {
  const { host = null, started = () => {}, ended = () => {} } = parts;
  const program = rootCommand(surroundings);

  for (const [tag, operations] of groupedByTag(surroundings.operations)) {
    const summary = operations.map(({ id }) => kebabCase(id)).join(', ');
    const context = program.command(kebabCase(tag)).helpGroup('Contexts:');
    context
      .summary(summary.length > 60 ? `${summary.slice(0, 59)}…` : summary)
      .description(`The commands of ${kebabCase(tag)}.`);
    const aliases = aliasesOf(operations);
    for (const operation of operations) {
      addOperation(context, operation, aliases.get(operation.id) ?? [], surroundings, started);
    }
    if (tag === 'uploads') addSendCommand(context, surroundings);
    if (tag === 'meetings') addMeetingCommands(context, surroundings);
    if (tag === 'webhooks') addListenCommand(context, surroundings);
  }
  addSessionCommands(program, surroundings);
  addProfileCommands(program, surroundings);
  addHostCommands(program, host, ended);
  program
    .command('completion')
    .argument('<shell>', 'bash, zsh or fish')
    .summary('Print a script that completes commands in your shell')
    .description(
      'Prints the script. For bash: chancery completion bash > ~/.local/share/bash-completion/completions/chancery',
    )
    .action((shell: string) => void surroundings.stdout.write(completionScript(shell)));
  program
    .command('help')
    .argument('[topic...]', 'a command, or exit-codes')
    .summary('Explain a command, or the exit codes')
    .action((topic: string[]) => explain(program, topic, surroundings));
  return program;
}

function rootCommand({ stdout, stderr, env }: Surroundings): Command {
  const program = new Command('chancery');
  program
    .description('Chancery from a terminal or a script: every endpoint of the API is a command.')
    .version(version)
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, sortSubcommands: false })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {}, // the failure report says it, in words or as JSON
      getOutHelpWidth: () => stdout.columns ?? 100,
      getErrHelpWidth: () => stderr.columns ?? 100,
      getOutHasColors: () => styleFor(stdout, env, {})('bold', 'x') !== 'x',
      getErrHasColors: () => styleFor(stderr, env, {})('bold', 'x') !== 'x',
    });
  program
    .option('--json', 'Print exactly the data as JSON, failures as JSON on stderr.')
    .option('--quiet', 'Say nothing beside the data.')
    .option('--profile <name>', 'The profile to use (CHANCERY_PROFILE).')
    .option('--base-url <url>', 'Root of the service (CHANCERY_BASE_URL).')
    .option(
      '--api-key <key>',
      'An API key. Better in CHANCERY_API_KEY: others on a machine can see a command line.',
    )
    .option('--idempotency-key <key>', 'Makes a change safe to repeat with the same key.')
    .option('--no-color', 'Without colour (NO_COLOR).')
    .addOption(
      new Option('--timeout <seconds>', 'For each attempt; 30 where not given.').argParser(positiveNumber),
    );
  return program;
}

function positiveNumber(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}

function groupedByTag(operations: readonly Operation[]): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations)
    groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
  return groups;
}

function explain(program: Command, topic: readonly string[], { stdout }: Surroundings): void {
  if (topic[0] === 'exit-codes') {
    stdout.write(`${exitCodes.map(({ code, meaning }) => `${code}  ${meaning}`).join('\n')}\n`);
    return;
  }
  let command = program;
  for (const word of topic) {
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (!next) throw new UsageError(`There is no command "${topic.join(' ')}".`, 'See all: chancery help');
    command = next;
  }
  command.outputHelp();
}
