import { seedFileRequests } from './harness/file-requests-seed.ts';
import { pagesOf, timedInTurns } from './harness/growth-of-lists.ts';
import { type MeetingPlace, meetingPlace } from './harness/meeting-place.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';

// Requests for files of a workspace with few of them, alone in its database, and of one with very many among a hundred others: p50
// and p95 of lists, searches and single reads, and the pages of the database that each call touches.
const { small, requests, workspaces, rounds, repeat, plans } = program({
  small: { usual: 100 },
  requests: { usual: 100_000, short: 10_000 },
  workspaces: { usual: 100, short: 10 },
  rounds: { usual: 7, short: 2 },
  repeat: { usual: 40, short: 10 },
  plans: { usual: '' },
});
/** Checks of foreign keys keep the plan of an empty table, which reads all of it for each row, until there are newer statistics. */
const statistics = 'analyze workspaces, accounts, file_requests, client_uploads';
const others = { members: 3, meetings: 0, projects: 0 };
const root = '/api/v1/document-requests';

interface Page {
  readonly requests: readonly { readonly id: string; readonly ownerUserId: string }[];
  readonly nextCursor: string | null;
}
interface Step {
  readonly name: string;
  path(place: MeetingPlace): Promise<string>;
}
const page = (place: MeetingPlace, query: string) => place.data<Page>({ path: `${root}?${query}` });
const steps: readonly Step[] = [
  { name: 'list all', path: async () => `${root}?limit=50` },
  {
    name: 'the second page',
    path: async (place) => `${root}?limit=50&cursor=${(await page(place, 'limit=50')).nextCursor}`,
  },
  { name: 'list what is open', path: async () => `${root}?limit=50&status=open` },
  { name: 'list what was submitted', path: async () => `${root}?limit=50&status=submitted` },
  { name: 'list what is cancelled: none', path: async () => `${root}?limit=50&status=cancelled` },
  {
    name: 'list what is open and mine',
    async path(place) {
      const { requests: sent } = await page(place, 'limit=1&status=sent');
      return `${root}?limit=50&status=open&ownerUserId=${sent[0]?.ownerUserId}`;
    },
  },
  { name: 'search a rare word', path: async () => `${root}?limit=50&search=quittance` },
  { name: 'search a common word', path: async () => `${root}?limit=50&search=return` },
  { name: 'search a word that is nowhere', path: async () => `${root}?limit=50&search=zebra` },
  {
    name: 'read one',
    path: async (place) => `${root}/${(await page(place, 'limit=1')).requests[0]?.id}`,
  },
];

const begun = performance.now();
const since = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const places: MeetingPlace[] = [];
try {
  for (const amount of [small, requests]) places.push(await filledPlace(amount));
  const [few, many] = places as [MeetingPlace, MeetingPlace];
  const rows: (string | number)[][] = [];
  for (const step of steps) {
    const paths = [await step.path(few), await step.path(many)] as const;
    const times = await timedInTurns([few, many], paths, { rounds, repeat });
    const [ofFew, ofMany] = times.map((all) => all.map((round) => median(round)));
    const growth = median((ofMany ?? []).map((each, round) => each / (ofFew?.[round] ?? Number.NaN)));
    const all = times[1]?.flat() ?? [];
    rows.push([
      step.name,
      quantile(times[0]?.flat() ?? [], 0.5).toFixed(1),
      quantile(all, 0.5).toFixed(1),
      quantile(all, 0.95).toFixed(1),
      growth.toFixed(2),
      await pagesOf(few, paths[0]),
      await pagesOf(many, paths[1], { name: step.name, plans }),
    ]);
    console.error(`${since()}: ${step.name}`);
  }
  printTable(
    [
      `${small} and ${requests} requests for files`,
      'p50 small, ms',
      'p50, ms',
      'p95, ms',
      'growth of p50',
      'pages small',
      'pages',
    ],
    rows,
  );
} finally {
  for (const place of places) await place.drop().catch(console.error);
}

/** The owner's workspace with so many requests; the larger one stands among others that have some as well. */
async function filledPlace(amount: number): Promise<MeetingPlace> {
  const meetings = { meetings: 1, members: 10, membersOfMeeting: 1, sessionsOfSeries: 14, visitors: 0 };
  const place = await meetingPlace('postgres', meetings, async ({ client }) => {
    for (let number = 0; amount === requests && number < workspaces; number += 1) {
      const { workspaceId } = await seedWorkspace(client, others);
      await seedFileRequests(client, workspaceId, `usr_${'0'.repeat(32)}`, 200);
      if (Number.isInteger(Math.log2(number + 1))) await client.query(statistics);
    }
  });
  const client = place.database?.client;
  if (client === undefined) throw new Error('This runs on PostgreSQL');
  const { rows } = await client.query<{ owner: string }>(
    'select user_id "owner" from memberships where workspace_id = $1 and role = \'owner\'',
    [place.workspaceId],
  );
  await seedFileRequests(client, place.workspaceId, rows[0]?.owner ?? '', amount);
  await client.query('vacuum analyze');
  console.log(`${amount} requests for files are there after ${since()}`);
  return place;
}
