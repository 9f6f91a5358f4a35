import { loadEnvFile } from 'node:process';
import type { Given } from './command-answer.ts';
import {
  ConfigurationError,
  configurationExitCode,
  type Environment,
  loadConfiguration,
} from './configuration.ts';
import { stopSignal } from './stop-signal.ts';

/** A command that runs or tends a server on this machine; the `chancery` command lists it beside its own. */
export interface HostCommand {
  /** One word, or a group and a word: `passwords build-filter`. */
  readonly name: string;
  readonly summary: string;
  /** What stands after the name without a flag, all of it needed; given to `run` under its name in camelCase. */
  readonly arguments?: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly { readonly flag: string; readonly description: string }[];
  /** Gives the exit code. */
  run(options: Given): Promise<number>;
}

const envFile = {
  flag: '--env-file <path>',
  description: 'Read variables from this file; the environment wins.',
};

/** Each loads what it needs when it runs, so that listing them costs nothing. */
export function hostCommands(): readonly HostCommand[] {
  return [
    command(
      'serve',
      'Run the server',
      [
        { flag: '--migrate', description: 'Bring a PostgreSQL up to date first.' },
        { flag: '--demo', description: 'Make a small demo workspace; with CHANCERY_DEV=true.' },
        envFile,
      ],
      async (environment, options) => {
        const { serve } = await import('./serve.ts');
        return serve(environment, stopSignal(), {
          migrate: options.migrate === true,
          demo: options.demo === true,
        });
      },
    ),
    command('worker', 'Run the background work as a process of its own', [envFile], async (environment) =>
      (await import('./work.ts')).work(environment, stopSignal()),
    ),
    command('migrate', 'Bring the database up to date', [envFile], async (environment) =>
      (await import('./migrate.ts')).migrate(environment),
    ),
    command(
      'init',
      'Write a configuration to begin with',
      [{ flag: '--file <path>', description: 'By default chancery.env.' }],
      async (_, { file }) =>
        (await import('./initial-configuration.ts')).initialize(
          typeof file === 'string' ? file : 'chancery.env',
        ),
    ),
    command('health', 'Ask the server on this machine whether it is ready', [envFile], askReady),
    ...jobsCommands(),
    ...billingCommands(),
    ...usersCommands(),
    ...workspaceCommands(),
    ...tzCommands(),
    apiKeyCommand(),
    webhooksCommand(),
    command(
      'keys rotate',
      'Publish a new key for access tokens; it signs from tomorrow on',
      [
        {
          flag: '--now',
          description:
            'After a theft: sign with a new key at once, and refuse every access token given out so far.',
        },
        envFile,
      ],
      async (environment, options) =>
        (await import('./rotate-keys.ts')).rotateKeys(environment, { immediately: options.now === true }),
    ),
    command(
      'keys reseal',
      'Seal again with the first master key whatever an older one has sealed',
      [envFile],
      async (environment) => (await import('./reseal-keys.ts')).resealKeys(environment),
    ),
    command(
      'passwords build-filter',
      'Make a filter of breached passwords out of a list',
      [
        { flag: '--input <path>', description: 'The list, one password a line.' },
        { flag: '--sha1', description: 'The lines are SHA-1 hashes, as in the Pwned Passwords download.' },
        { flag: '--output <path>', description: 'The filter, for CHANCERY_BREACHED_PASSWORDS_FILE.' },
      ],
      async (_, options) => (await import('./build-password-filter.ts')).buildPasswordFilter(options),
    ),
  ];
}

const reason = { flag: '--reason <text>', description: 'Why; kept in the audit ledger.' };
const workspaceId = { name: 'workspace-id', description: 'The id of the workspace.' };
const user = { name: 'user', description: 'The id of the account, or its address.' };

/** The outbox of the whole installation, with the jobs that belong to no workspace. */
function jobsCommands(): readonly HostCommand[] {
  const job = { operands: [{ name: 'job-id', description: 'The id of the job.' }] };
  const jobs = answeredBy(async () => (await import('./jobs-command.ts')).jobsCommand);
  return [
    jobs('jobs list', 'List background jobs, the newest first', {
      options: [
        { flag: '--status <status>', description: 'By default dead.' },
        { flag: '--queue <name>', description: 'Only of this queue.' },
        { flag: '--topic <topic>', description: 'Only of this topic.' },
        { flag: '--workspace <id>', description: 'Only of this workspace.' },
        { flag: '--limit <count>', description: 'By default 50.' },
      ],
    }),
    jobs('jobs show', 'Show a background job', job),
    jobs('jobs replay', 'Run a dead job again', { ...job, options: [reason] }),
    jobs('jobs ack', 'Put a dead job aside', { ...job, options: [reason] }),
    jobs('jobs prune', 'Delete jobs that are over and have served their time'),
    jobs('outbox status', 'Count what waits in the background, by queue'),
  ];
}

/** Money that an operator saw, and what a workspace is entitled to beside what it pays for. */
function billingCommands(): readonly HostCommand[] {
  const billing = answeredBy(async () => (await import('./billing-command.ts')).billingCommand);
  return [
    billing('billing mark-paid', 'Mark an invoice as paid; with CHANCERY_BILLING_COLLECTION=manual', {
      operands: [
        { name: 'invoice', description: 'Its id; or its number, where one workspace alone has it.' },
      ],
    }),
    billing('billing reconcile', 'Compare all subscriptions with the processor and repair ours'),
    billing('workspace plan', 'Put a workspace without a subscription on a plan', {
      operands: [workspaceId, { name: 'plan-code', description: 'The code of the plan.' }],
    }),
    billing('workspace override', 'Grant or withhold a feature or limit of one workspace beside its plan', {
      operands: [
        workspaceId,
        { name: 'code', description: 'The feature or limit.' },
        { name: 'value', description: 'true or false, a number or unlimited; none takes the override back.' },
      ],
      options: [reason, { flag: '--expires-at <instant>', description: 'When it ends by itself.' }],
    }),
  ];
}

/** What the host does to accounts; each leaves its line in the ledgers of the person's workspaces. */
function usersCommands(): readonly HostCommand[] {
  const operands = [user];
  const users = answeredBy(async () => (await import('./users-command.ts')).usersCommand);
  return [
    users('users verify', 'Vouch for the address of an account', { operands }),
    users('users suspend', 'Suspend an account and end its sessions', {
      operands,
      options: [
        reason,
        {
          flag: '--suspend-workspaces <ids>',
          description:
            'Active workspaces that nobody else owns and that are to be suspended with it, separated by commas.',
        },
      ],
    }),
    users('users reinstate', 'Let a suspended account sign in again', { operands, options: [reason] }),
    users('users deactivate', 'Deactivate an account for good, as its owner would', {
      operands,
      options: [
        reason,
        {
          flag: '--close-workspaces <ids>',
          description:
            'Workspaces that only this person belongs to and that are to close, separated by commas.',
        },
      ],
    }),
    users('users sessions', 'List the sessions of an account', {
      operands,
      options: [{ flag: '--end', description: 'And end them all.' }],
    }),
    users('users reset-factors', 'Remove all second factors of an account and end its sessions', {
      operands,
    }),
  ];
}

function workspaceCommands(): readonly HostCommand[] {
  const step = { operands: [workspaceId], options: [reason] };
  const workspaces = answeredBy(async () => (await import('./workspace-command.ts')).workspaceCommand);
  return [
    workspaces('workspace suspend', 'Refuse writes and API keys of a workspace; reading goes on', step),
    workspaces('workspace reinstate', 'Take the suspension of a workspace back', step),
    workspaces(
      'workspace take-custody',
      'Keep a workspace that cannot close, so that its only owner may leave',
      step,
    ),
    workspaces('workspace appoint-owner', 'Make a person owner of a workspace', {
      operands: [workspaceId, user],
    }),
  ];
}

function tzCommands(): readonly HostCommand[] {
  const tz = answeredBy(async () => (await import('./tz-command.ts')).tzCommand);
  return [
    tz('tz load', 'Use newer tz data; running servers read it within a minute', {
      operands: [
        { name: 'file', description: 'The packed form of moment-timezone, data/packed/latest.json.' },
      ],
    }),
    tz('tz show', 'Show which tz data is in use'),
  ];
}

const apiKeyCommand = () =>
  command(
    'api-key check',
    'Tell whether a text is an API key of Chancery, offline',
    [],
    async (_, { text }) => (await import('./check-api-key.ts')).checkApiKey(String(text)),
    [{ name: 'text', description: 'What may be a key.' }],
  );

const webhooksCommand = () =>
  command(
    'webhooks recover',
    'Send again what a webhook endpoint of a workspace has missed',
    [
      { flag: '--since <instant>', description: 'Start of the window.' },
      { flag: '--until <instant>', description: 'Its end, not included; by default now.' },
      envFile,
    ],
    async (environment, given) => (await import('./webhooks-command.ts')).webhooksCommand(environment, given),
    [workspaceId, { name: 'endpoint-id', description: 'The id of the endpoint.' }],
  );

/** Commands that one function answers, told apart by their name. */
const answeredBy =
  (load: () => Promise<(environment: Environment, name: string, given: Given) => Promise<number>>) =>
  (
    name: string,
    summary: string,
    {
      options = [],
      operands = [],
    }: {
      readonly options?: HostCommand['options'];
      readonly operands?: NonNullable<HostCommand['arguments']>;
    } = {},
  ): HostCommand =>
    command(
      name,
      summary,
      [...options, envFile],
      async (environment, given) => (await load())(environment, name, given),
      operands,
    );

function command(
  name: string,
  summary: string,
  options: HostCommand['options'],
  run: (environment: Environment, options: Given) => Promise<number>,
  operands: NonNullable<HostCommand['arguments']> = [],
): HostCommand {
  return {
    name,
    summary,
    arguments: operands,
    options,
    async run(given) {
      try {
        if (typeof given.envFile === 'string') loadEnvFile(given.envFile);
        return await run(process.env, given);
      } catch (error) {
        return reportStart(error);
      }
    },
  };
}

/** One line per fault of the configuration (exit 78), or one sentence of what stopped the start (exit 1). */
function reportStart(error: unknown): number {
  const isConfiguration = error instanceof ConfigurationError;
  const lines = isConfiguration ? error.faults : [startFailure(error)];
  for (const line of lines) process.stderr.write(`chancery: ${line}\n`);
  return isConfiguration ? configurationExitCode : 1;
}

/** Drivers may put an address with its password into a message. */
function startFailure(error: unknown): string {
  const messages =
    error instanceof AggregateError
      ? error.errors.map(String).join('; ')
      : error instanceof Error
        ? error.message
        : String(error);
  return `The start failed: ${messages.replace(/:\/\/[^/@\s]+@/g, '://')}`;
}

async function askReady(environment: Environment): Promise<number> {
  const { host, port } = loadConfiguration(environment).listen;
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  try {
    const response = await fetch(`http://${local}:${port}/api/health/ready`, {
      signal: AbortSignal.timeout(5000),
    });
    process.stdout.write(`${await response.text()}\n`);
    return response.ok ? 0 : 1;
  } catch {
    process.stderr.write('chancery: nobody answers there; is the server running?\n');
    return 1;
  }
}
