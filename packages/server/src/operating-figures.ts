import type { HostFigure } from '@chancery/adapters-http';
import { type OperatingFigures, readOperatingFigures } from '@chancery/adapters-persistence';
import type { Application } from './application.ts';

type Watched = Pick<Application, 'database' | 'health' | 'chancery'>;

/** For how long one look at the database serves everybody who asks. */
const keptMilliseconds = 5000;

type Reading = (figures: OperatingFigures) => Readonly<Record<string, number>> | undefined;

/** Name, label, what it says, and where it stands in what was read. */
const ofDatabase: readonly (readonly [string, string | null, string, Reading])[] = [
  ['jobs', 'state', 'Background jobs that are not over, by state.', ({ jobs }) => jobs],
  ['jobs_waiting', 'queue', 'Background jobs that wait, by queue.', (now) => now.jobsWaiting],
  [
    'jobs_dead',
    'queue',
    'Background jobs that have failed for good and wait for a person, by queue.',
    (now) => now.jobsDead,
  ],
  [
    'outbox_lag_seconds',
    'queue',
    'For how long the oldest job has been due, by queue.',
    (now) => now.lagSeconds,
  ],
  [
    'mails',
    'state',
    'Mails that are to be sent or could not be, by state of their job.',
    ({ mails }) => mails,
  ],
  ['webhook_deliveries', 'state', 'Webhook deliveries that wait, by state.', counted('webhook_deliveries')],
  ['webhook_endpoints', 'state', 'Webhook endpoints, by state.', counted('webhook_endpoints')],
  ['uploads', 'state', 'Uploads under way, by state.', counted('uploads')],
  [
    'ledgers',
    null,
    'Audit ledgers: one for each workspace and one for the installation.',
    counted('ledgers'),
  ],
  ['ledger_events_total', null, 'Events in all audit ledgers.', counted('ledger_events_total')],
];

function counted(figure: string): Reading {
  return (figures) => figures.counted[figure];
}

/**
 * What the metrics say of the work of the whole installation. Each process says the same of it, so whoever watches several
 * processes takes the highest value and not the sum.
 */
export function operatingFigures({ database, health, chancery }: Watched): readonly HostFigure[] {
  const read = shared(() => readOperatingFigures(database, chancery.ports.clock.now()));
  return [
    ...ofDatabase.map(([name, label, help, of]) => ({
      name: `chancery_${name}`,
      label,
      help,
      read: async () => of(await read()) ?? {},
    })),
    {
      name: 'chancery_dependency_up',
      label: 'dependency',
      help: 'Whether a dependency is as it should be: 1, or 0. What is not configured is left out.',
      async read() {
        const { dependencies } = await health.report();
        const configured = dependencies.filter(({ status }) => status !== 'not_configured');
        return Object.fromEntries(configured.map(({ name, status }) => [name, status === 'ok' ? 1 : 0]));
      },
    },
  ];
}

/** One reading for all who ask within a few seconds, also while it is under way; one that failed is kept for nobody. */
function shared<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: number; readonly value: Promise<T> } | null = null;
  return () => {
    const now = performance.now();
    if (last !== null && now - last.at < keptMilliseconds) return last.value;
    const value = read();
    last = { at: now, value };
    value.catch(() => {
      last = null;
    });
    return value;
  };
}
