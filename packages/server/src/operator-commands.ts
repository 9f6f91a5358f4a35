import { answeredBy, command, envFile, type HostCommand, yes } from './host-command.ts';

const reason = { flag: '--reason <text>', description: 'Why; kept in the audit ledger.' };
const workspaceId = { name: 'workspace-id', description: 'The id of the workspace.' };
const user = { name: 'user', description: 'The id of the account, or its address.' };

/** The whole installation into a folder, and from it into an empty place. */
export function backupCommands(): readonly HostCommand[] {
  const folder = { name: 'folder', description: 'The folder of the backup.' };
  const json = { flag: '--json', description: 'Print only JSON, and no progress.' };
  return [
    command(
      'backup',
      'Write one restorable state into a new folder, also while the server runs',
      [
        {
          flag: '--with-keys',
          description: 'Put the key file into it too: whoever has it reads every secret.',
        },
        {
          flag: '--despite-lost-files',
          description: 'Make it although the blob store has lost files that the database names.',
        },
        json,
        envFile,
      ],
      async (environment, given) =>
        (await import('./backup/backup-command.ts')).backupCommand(environment, given),
      [folder],
    ),
    command(
      'restore',
      'Make an empty database and blob store equal to a backup, and compare them with it',
      [json, envFile],
      async (environment, given) =>
        (await import('./backup/restore-command.ts')).restoreCommand(environment, given),
      [folder],
    ),
  ];
}

/** Commands about the outbox of the whole installation, with the jobs that belong to no workspace. */
export function jobsCommands(): readonly HostCommand[] {
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

/** Commands about payments that an operator has seen, and about what a workspace may use beside what it pays for. */
export function billingCommands(): readonly HostCommand[] {
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

/** Commands about accounts. Each leaves its line in the ledgers of the workspaces of the person. */
export function usersCommands(): readonly HostCommand[] {
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
    command(
      'users end-sessions',
      'End the sessions, known devices and calendar feeds of every account',
      [
        yes,
        {
          flag: '--json',
          description: 'Print only JSON; without --yes how many are signed in, and change nothing.',
        },
        envFile,
      ],
      async (environment, given) =>
        (await import('./end-all-sessions.ts')).endAllSessions(environment, given),
    ),
    users('users reset-factors', 'Remove all second factors of an account and end its sessions', {
      operands,
    }),
  ];
}

export function workspaceCommands(): readonly HostCommand[] {
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

/** Commands about the seal under finished documents, and about files that were sealed. */
export function sealCommands(): readonly HostCommand[] {
  const seal = answeredBy(async () => (await import('./seal-command.ts')).sealCommand);
  const workspace = { flag: '--workspace <id>', description: 'Only of this workspace.' };
  const file = { name: 'file', description: 'The PDF file.' };
  return [
    seal('seal show', 'Show the keys of seals, until when they are valid, and who issued them'),
    seal('seal renew', 'Give workspaces another key for their seals at once', { options: [workspace] }),
    seal('seal export-root', 'Write the root certificates of seals as PEM', {
      options: [{ flag: '--output <path>', description: 'By default the standard output.' }],
    }),
    seal('seal test', 'Seal a file with a key of nobody, and verify it', {
      operands: [file],
      options: [{ flag: '--output <path>', description: 'Where to put the sealed file.' }],
    }),
    command(
      'documents verify',
      'Check a sealed file: offline its seal and its evidence, and with --base-url whether that server has sealed it',
      [
        { flag: '--root <path>', description: 'The root certificates to trust, as PEM.' },
        { flag: '--signing-copy <path>', description: 'The copy that a signer has kept.' },
        { flag: '--json', description: 'Print only JSON.' },
      ],
      async (environment, given) => (await import('./verify-document.ts')).verifyDocument(environment, given),
      [file],
    ),
  ];
}

/** Commands about the audit ledger of a workspace, or of the installation. */
export function ledgerCommands(): readonly HostCommand[] {
  const ledger = answeredBy(async () => (await import('./ledger-command.ts')).ledgerCommand);
  const operands = [{ name: 'ledger-id', description: 'The id of the workspace; or installation.' }];
  return [
    ledger(
      'ledger rotate-key',
      'Give the checkpoints of a ledger another key; the next one carries both signatures',
      {
        operands,
      },
    ),
    ledger(
      'ledger erase-details',
      'Erase the names, reasons and addresses beside events; the ledger says so and still verifies',
      {
        operands,
        options: [
          { flag: '--seqs <numbers>', description: 'The numbers of the events, separated by commas.' },
        ],
      },
    ),
  ];
}

/** What is done for documents of all workspaces, and what can be found out about a file on this machine alone. */
export const lifecycleCommands = (): readonly HostCommand[] => [
  command(
    'documents rescan',
    'Have the documents scanned at once that came in while the scanner was away',
    [envFile],
    async (environment) => (await import('./rescan-documents.ts')).rescanDocuments(environment),
  ),
  command(
    'lifecycle plan',
    'Plan what is to happen for documents within three months, as the worker does each night',
    [{ flag: '--dry-run', description: 'Only say how many actions there would be.' }, envFile],
    async (environment, given) => (await import('./lifecycle-plan.ts')).planLifecycles(environment, given),
  ),
  command(
    'lifecycle verify-mrz',
    'Tell whether the machine readable zone of an identity document agrees with itself, offline',
    [{ flag: '--as-of <date>', description: 'The day on which it is read; by default today.' }],
    async (_, given) => (await import('./verify-mrz.ts')).verifyMrz(given),
    [{ name: 'file', description: 'The file with the lines; a hyphen stands for the standard input.' }],
  ),
  command(
    'extraction run',
    'Look for dates and numbers in a file, offline',
    [
      { flag: '--languages <tags>', description: 'Whose months are known by name; by default en.' },
      {
        flag: '--ocr <mode>',
        description: 'When text is recognized in pictures: auto, never or always; by default auto.',
      },
      { flag: '--month-first', description: 'Read 02/03/2027 as the third of February.' },
      envFile,
    ],
    async (environment, given) => (await import('./run-extraction.ts')).runExtraction(environment, given),
    [{ name: 'file', description: 'A PDF, a picture, a Word document or plain text.' }],
  ),
];

export function tzCommands(): readonly HostCommand[] {
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

export const apiKeyCommand = () =>
  command(
    'api-key check',
    'Tell whether a text is an API key of Chancery, offline',
    [],
    async (_, { text }) => (await import('./check-api-key.ts')).checkApiKey(String(text)),
    [{ name: 'text', description: 'What may be a key.' }],
  );

export const webhooksCommand = () =>
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
