import type { Operation } from '@chancery/sdk/operations';
import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import { addAuditCommands } from './audit-commands.ts';
import { addAuditExportCommand } from './audit-export-command.ts';
import { auditManners } from './audit-keys-command.ts';
import { commandPathOf } from './command-names.ts';
import { completionScript } from './completion.ts';
import { version } from './connection.ts';
import { addDocumentCommands } from './document-commands.ts';
import { exitCodes, UsageError } from './exit-codes.ts';
import { termOf } from './field-options.ts';
import { fileRequestManners } from './file-request-commands.ts';
import { formerNamesOf } from './former-names.ts';
import { commandAt, commandNamed, summarizeGroups } from './groups.ts';
import { examplesFor, examplesText, withExamples } from './help-examples.ts';
import { addHostCommands, type HostCommand } from './host-commands.ts';
import { withOptions } from './later-options.ts';
import { addLifecycleCommands } from './lifecycle-commands.ts';
import { addListenCommand } from './listen-command.ts';
import { addMeetingCommands } from './meeting-commands.ts';
import { kebabCase } from './names.ts';
import { addOperation } from './operation-command.ts';
import { addReleaseCommands } from './release-command.ts';
import { addSendCommand } from './send-command.ts';
import { addProfileCommands, addSessionCommands } from './session-commands.ts';
import { addSigningCommands } from './signing-commands.ts';
import { addStatusCommand } from './status-command.ts';
import { styleFor } from './style.ts';
import type { Surroundings } from './surroundings.ts';
import { TokenCommand } from './token-command.ts';
import { addWitnessCommands } from './witness-command.ts';

export interface ProgramParts {
  /** The commands of @chancery/server; null if it is not installed. */
  readonly host?: readonly HostCommand[] | null;
  /** Whether the commands of operations get their options only when they are used; whoever looks at all of them does not. */
  readonly optionsLater?: boolean;
  /** Called with the operation that begins to run. */
  readonly started?: (operation: Operation) => void;
  /** Called with the exit code of a host command. */
  readonly ended?: (code: number) => void;
}

const heading = 'Commands:';

/** The whole command, built from the operations. It throws instead of leaving the process. */
export function createProgram(surroundings: Surroundings, parts: ProgramParts = {}): Command {
  const { host = null, optionsLater = false, started = () => {}, ended = () => {} } = parts;
  const program = rootCommand(surroundings);

  const auth = commandAt(program, ['auth'], 'Signing in:');
  addSessionCommands(auth, surroundings);
  addStatusCommand(auth, surroundings);
  addProfileCommands(program, surroundings);
  addCommandsOfContexts(program, surroundings, started);
  const { operations } = surroundings;
  const manners = { ...fileRequestManners(operations), ...auditManners(operations) };
  for (const operation of operations) {
    addOperation(placeOf(operation, program), operation, surroundings, started, manners[operation.id]);
  }
  const [uploads, meetings] = ['uploads', 'meetings'].map((name) => commandNamed(program, name));
  if (uploads) addSendCommand(uploads, surroundings);
  if (meetings) addMeetingCommands(meetings, surroundings);
  if (operations.some(({ tag }) => tag === 'webhooks'))
    addListenCommand(commandAt(program, ['webhooks'], heading), surroundings);
  const audit = commandAt(program, ['audit'], heading);
  for (const add of [addAuditCommands, addAuditExportCommand, addWitnessCommands])
    add(audit, surroundings, ended);
  addReleaseCommands(commandAt(program, ['release'], heading), surroundings, ended);
  addHostCommands(program, host, () => formerNamesOf(operations), ended);
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
  summarizeGroups(program);
  withExamples(program, () => firstExamples(program));
  return optionsLater ? program : withAllOptions(program);
}

function withAllOptions(command: Command): Command {
  for (const each of command.commands) withAllOptions(each);
  return withOptions(command);
}

/** Commands that do more than one call, for contexts of which the server has any. */
function addCommandsOfContexts(
  program: Command,
  surroundings: Surroundings,
  started: (operation: Operation) => void,
): void {
  const tags = new Set(surroundings.operations.map(({ tag }) => tag));
  const at = (...words: readonly string[]) => commandAt(program, words, heading);
  if (tags.has('documents')) addDocumentCommands(at('documents'), surroundings, started);
  if (tags.has('signing')) addSigningCommands(at('signing'), surroundings, started);
  if (tags.has('lifecycle')) addLifecycleCommands(at('documents', 'lifecycle'), surroundings, started);
}

/** Signing in, and what the groups with most commands are for. */
function firstExamples(program: Command): readonly string[] {
  const groups = program
    .createHelp()
    .visibleCommands(program)
    .filter(({ commands }) => commands.length > 0);
  const [auth, ...others] = [...groups].sort(
    (a, b) =>
      Number(b.name() === 'auth') - Number(a.name() === 'auth') || b.commands.length - a.commands.length,
  );
  return [auth, ...others.slice(0, 3)].flatMap((group) => (group ? examplesFor(group).slice(0, 1) : []));
}

/**
 * The command that an operation is to be. One whose name a command of this package has, such as `auth login`, which also
 * keeps the session, stays under the name of its use case, and no help shows it.
 */
function placeOf(operation: Operation, program: Command): Command {
  const path = commandPathOf(operation);
  const parent = commandAt(program, path.slice(0, -1), heading);
  const name = path.at(-1) ?? '';
  if (commandNamed(parent, name) === undefined) return parent.command(name);
  const context = kebabCase(operation.tag);
  const hidden = commandNamed(program, context) ?? program.command(context, { hidden: true });
  return hidden.command(kebabCase(operation.id), { hidden: true });
}

export function rootCommand({ stdout, stderr, env }: Surroundings): Command {
  const program = new TokenCommand('chancery');
  program
    .description('Chancery from a terminal or a script: every endpoint of the API is a command.')
    .version(version)
    .helpCommand(false)
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      sortSubcommands: true,
      optionTerm: termOf,
      subcommandTerm: shortTerm,
      minWidthToWrap: 20,
      visibleGlobalOptions: globalOptionsOf,
    })
    .addHelpText('afterAll', ({ command }) => examplesText(command))
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
    .addOption(new Option('--api-key <key>', 'Better in CHANCERY_API_KEY.').hideHelp())
    .option('--idempotency-key <key>', 'Makes a change safe to repeat with the same key.')
    .option('--no-color', 'Without colour (NO_COLOR).')
    .addOption(
      new Option('--timeout <seconds>', 'For each attempt; 30 where not given.').argParser(positiveNumber),
    );
  return program;
}

/** A command and its arguments; that nearly all have options need not be said. */
const shortTerm = (command: Command): string =>
  [
    command.name(),
    ...command.registeredArguments.map((argument) =>
      argument.required ? `<${argument.name()}>` : `[${argument.name()}${argument.variadic ? '...' : ''}]`,
    ),
  ].join(' ');

const helpOfCommands = Object.assign(new Help(), { showGlobalOptions: true });

/** Repeated where a command runs, left out where one is still to be chosen. */
const globalOptionsOf = (command: Command): Option[] =>
  command.commands.length > 0 ? [] : helpOfCommands.visibleGlobalOptions(command);

function positiveNumber(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0)) throw new InvalidArgumentError('It must be a number of seconds.');
  return seconds;
}

function explain(program: Command, topic: readonly string[], { stdout }: Surroundings): void {
  if (topic[0] === 'exit-codes') {
    stdout.write(`${exitCodes.map(({ code, meaning }) => `${code}  ${meaning}`).join('\n')}\n`);
    return;
  }
  let command = program;
  for (const word of topic) {
    const next = commandNamed(command, word);
    if (!next) throw new UsageError(`There is no command "${topic.join(' ')}".`, 'See all: `chancery help`');
    command = next;
  }
  command.outputHelp();
}
