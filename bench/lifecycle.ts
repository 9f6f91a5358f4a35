import { Agent } from 'node:http';
import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { startChancery } from './harness/chancery-server.ts';
import { type GrowingCall, printGrowth } from './harness/growth-of-lists.ts';
import { printDayPlan, printWork, settle } from './harness/lifecycle-work.ts';
import { seedLifecycles } from './harness/lifecycles-seed.ts';
import { callsTo, type MeetingPlace, meetingPlace } from './harness/meeting-place.ts';
import { printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Lifecycles of a workspace with few documents, alone in its database, and of one with very many among a hundred others: p50 and
// p95 of the dashboard, the search and single reads, and the pages that each touches; then what an export, the plan of a day and
// computing anew take. On the embedded database the same calls and the same work, in one workspace.
const kind = process.argv[2] === 'pglite' ? 'pglite' : 'postgres';
const { small, documents, embedded, workspaces, rounds, repeat, plans } = program({
  small: { usual: 1000 },
  documents: { usual: 1_000_000, short: 2000 },
  embedded: { usual: 100_000, short: 500 },
  workspaces: { usual: 100, short: 2 },
  rounds: { usual: 7, short: 1 },
  repeat: { usual: 40, short: 5 },
  plans: { usual: '' },
});
const root = '/api/v1/documents/lifecycle';

interface Page {
  readonly lifecycles: readonly { readonly documentId: string }[];
  readonly nextCursor: string | null;
}
const page = (place: Pick<MeetingPlace, 'data'>, query: string) =>
  place.data<Page>({ path: `${root}/dashboard?${query}` });
const one = async (place: Pick<MeetingPlace, 'data'>) =>
  (await page(place, 'limit=1')).lifecycles[0]?.documentId;
const calls: readonly GrowingCall[] = [
  { name: 'the dashboard with its counts', path: async () => `${root}/dashboard?limit=50` },
  {
    name: 'its second page',
    path: async (place) => `${root}/dashboard?limit=50&cursor=${(await page(place, 'limit=50')).nextCursor}`,
  },
  { name: 'what has expired', path: async () => `${root}/dashboard?limit=50&status=expired` },
  { name: 'by status', path: async () => `${root}/dashboard?limit=50&sort=status` },
  { name: 'what is mine', path: async () => `${root}/dashboard?limit=50&ownerUserId=me` },
  { name: 'without a date', path: async () => `${root}/dashboard?limit=50&risk=missing_date` },
  { name: 'a rare word', path: async () => `${root}/dashboard?limit=50&search=quittance` },
  { name: 'operations at one glance', path: async () => `${root}/operations` },
  { name: 'worker health', path: async () => `${root}/operations/worker/health` },
  { name: 'people, with how much they keep', path: async () => `${root}/members?limit=20` },
  {
    name: 'one lifecycle',
    path: async (place) => `/api/v1/documents/${await one(place)}/lifecycle`,
  },
];

/** The search is a POST, so it is measured beside the growth. */
const searches = [
  ['search a rare word', { query: 'quittance' }],
  ['search two words', { query: 'deed 4242' }],
  ['search with facets', { query: 'quittance', facets: ['status', 'owner', 'risk'] }],
  ['filter by status', { filters: { status: ['expiring_soon'] } }],
] as const;

async function printSearches(place: Pick<MeetingPlace, 'ask'>): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, body] of searches) {
    const times: number[] = [];
    for (let turn = 0; turn < rounds * repeat; turn += 1)
      times.push((await place.ask({ path: `${root}/operations/search`, method: 'POST', body })).milliseconds);
    rows.push([name, quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1), 250]);
  }
  printTable(['search', 'p50, ms', 'p95, ms', 'budget of p95'], rows);
}

if (kind === 'postgres')
  await printGrowth({
    things: 'documents with lifecycles',
    few: small,
    many: documents,
    seed: seedLifecycles,
    others: { workspaces, each: 200 },
    tables: ['document_folders', 'documents', 'document_lifecycles'],
    calls,
    rounds,
    repeat,
    plans,
    async afterwards(place) {
      await printSearches(place);
      await place.stop();
      await printDayPlan(place);
      await printWork(place, documents);
    },
  });
else await embeddedFigures();

async function embeddedFigures(): Promise<void> {
  const meetings = { meetings: 1, members: 10, membersOfMeeting: 1, sessionsOfSeries: 14, visitors: 0 };
  const place = await meetingPlace('pglite', meetings);
  try {
    await place.stop();
    // Else the jobs of a new installation, which wait since its start, would plan the day before it is measured.
    await settle(place);
    const path = place.environment.CHANCERY_DATA_DIR ?? '';
    const database = await openPglite(join(path, 'database'));
    const { rows } = (await database.pool.query(
      `select user_id "owner" from memberships where workspace_id = '${place.workspaceId}' and role = 'owner'`,
    )) as { rows: { owner: string }[] };
    await seedLifecycles(database.pool, place.workspaceId, rows[0]?.owner ?? '', embedded);
    await database.pool.query('analyze');
    await database.close();
    await printDayPlan(place);
    await settle(place);
    const server = await startChancery({
      folder: { path, remove: () => undefined },
      environment: place.environment,
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asking: MeetingPlace = { ...place, ...callsTo(server.baseUrl, place.token, agent) };
    const figures: (string | number)[][] = [];
    for (const call of calls) {
      const asked = await call.path(asking);
      const times: number[] = [];
      for (let turn = 0; turn < rounds * repeat; turn += 1)
        times.push((await asking.ask({ path: asked })).milliseconds);
      figures.push([call.name, quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)]);
    }
    printTable([`${embedded} documents with lifecycles, embedded`, 'p50, ms', 'p95, ms'], figures);
    await printSearches(asking);
    agent.destroy();
    await server.stop();
    await printWork(place, embedded);
  } finally {
    await place.drop();
  }
}
