import { command, envFile, type HostCommand, yes } from './host-command.ts';
import {
  apiKeyCommand,
  backupCommands,
  billingCommands,
  jobsCommands,
  ledgerCommands,
  lifecycleCommands,
  sealCommands,
  tzCommands,
  usersCommands,
  webhooksCommand,
  workspaceCommands,
} from './operator-commands.ts';
import { stopSignal } from './stop-signal.ts';

export type { HostCommand } from './host-command.ts';

/** Each command loads what it needs when it runs, so that listing them costs nothing. */
export const hostCommands = (): readonly HostCommand[] => [
  ...serverCommands(),
  ...backupCommands(),
  ...jobsCommands(),
  ...billingCommands(),
  ...usersCommands(),
  ...workspaceCommands(),
  ...sealCommands(),
  ...ledgerCommands(),
  ...lifecycleCommands(),
  ...tzCommands(),
  apiKeyCommand(),
  webhooksCommand(),
  ...secretCommands(),
];

function serverCommands(): readonly HostCommand[] {
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
    initCommand(),
    command(
      'health',
      'Ask the server on this machine whether it is ready',
      [{ flag: '--worker', description: 'Ask the worker instead, at CHANCERY_WORKER_LISTEN.' }, envFile],
      async (environment, { worker }) =>
        (await import('./ask-ready.ts')).askReady(environment, worker === true),
    ),
  ];
}

/** Writes a file, or makes the first owner: what a new installation needs before its first start. */
const initCommand = (): HostCommand =>
  command(
    'init',
    'Write a configuration to begin with, or make the first owner of a new installation',
    [
      { flag: '--file <path>', description: 'By default chancery.env.' },
      {
        flag: '--first-owner <address>',
        description:
          'Make the first account with a workspace of its own instead, and print the link that sets its password.',
      },
      { flag: '--display-name <name>', description: 'Of the first owner; by default from the address.' },
      {
        flag: '--workspace-name <name>',
        description: 'Of the first workspace; by default after its owner.',
      },
      envFile,
    ],
    async (environment, given) =>
      typeof given.firstOwner === 'string'
        ? (await import('./first-owner-command.ts')).firstOwnerCommand(environment, given)
        : (await import('./initial-configuration.ts')).initialize(
            typeof given.file === 'string' ? given.file : 'chancery.env',
          ),
  );

/** Commands about the keys of the installation and about the list of breached passwords. */
function secretCommands(): readonly HostCommand[] {
  return [
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
      'keys vault check',
      'Compare the keys of records in the vault with the database, and change neither',
      [envFile],
      async (environment) => (await import('./check-key-vault.ts')).checkKeyVault(environment),
    ),
    command(
      'keys rotate-root',
      'Replace the root secret; ends derived links, sessions, device tokens and recovery codes',
      [
        yes,
        {
          flag: '--json',
          description: 'Print only JSON; without --yes that of what would end, and change nothing.',
        },
        envFile,
      ],
      async (environment, options) => (await import('./rotate-root.ts')).rotateRoot(environment, options),
    ),
    passwordsCommand(),
  ];
}

const passwordsCommand = (): HostCommand =>
  command(
    'passwords build-filter',
    'Make a filter of breached passwords out of a list',
    [
      { flag: '--input <path>', description: 'The list, one password a line.' },
      { flag: '--sha1', description: 'The lines are SHA-1 hashes, as in the Pwned Passwords download.' },
      { flag: '--output <path>', description: 'The filter, for CHANCERY_BREACHED_PASSWORDS_FILE.' },
    ],
    async (_, options) => (await import('./build-password-filter.ts')).buildPasswordFilter(options),
  );
