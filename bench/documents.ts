import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './harness/child-server.ts';
import { seedDocuments } from './harness/documents-seed.ts';
import { pagesOf, timedInTurns } from './harness/growth-of-lists.ts';
import { type MeetingPlace, meetingPlace } from './harness/meeting-place.ts';
import { median, printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { seedWorkspace } from './harness/seed.ts';
import { lookInto } from './harness/statements.ts';
import { timedRequest } from './harness/timed-request.ts';

// The library of a workspace with few documents, alone in its database, and of one with very many among a thousand others:
// p50 and p95 of browsing, searching and reading, the pages of the database that each call touches, and the rate beside a bare
// server that runs the same statements.
const { small, documents, workspaces, rounds, repeat, plans } = program({
  small: { usual: 100 },
  documents: { usual: 1_000_000, short: 20_000 },
  workspaces: { usual: 1000, short: 50 },
  rounds: { usual: 7, short: 2 },
  repeat: { usual: 40, short: 10 },
  plans: { usual: '' },
});
/** Checks of foreign keys keep the plan of an empty table, which reads all of it for each row, until there are newer statistics. */
const statistics = 'analyze workspaces, accounts, api_keys, document_folders, documents';
const others = { members: 3, meetings: 0, projects: 0 };
const root = '/api/v1/documents';

interface Step {
  readonly name: string;
  path(place: MeetingPlace): Promise<string>;
}
const firstFolder = async (place: MeetingPlace) => {
  const { folders } = await place.data<{ folders: { id: string }[] }>({
    path: `${root}?limit=200&sort=name`,
  });
  return folders.find((_, at) => at === 17)?.id ?? '';
};
const steps: readonly Step[] = [
  { name: 'browse the root', path: async () => `${root}?limit=50` },
  { name: 'browse a folder', path: async (place) => `${root}?limit=50&folderId=${await firstFolder(place)}` },
  {
    name: 'the same by name',
    path: async (place) => `${root}?limit=50&sort=name&folderId=${await firstFolder(place)}`,
  },
  { name: 'what is mine', path: async () => `${root}?limit=50&scope=mine` },
  { name: 'search a rare word', path: async () => `${root}?limit=50&search=quittance` },
  { name: 'search a common word', path: async () => `${root}?limit=50&search=letter` },
  {
    name: 'read one',
    async path(place) {
      const list = await place.data<{ documents: { id: string }[] }>({
        path: `${root}?search=letter&limit=1`,
      });
      return `${root}/${list.documents[0]?.id}`;
    },
  },
];

const begun = performance.now();
const since = () => `${((performance.now() - begun) / 1000).toFixed(0)} s`;
const places: MeetingPlace[] = [];
try {
  for (const amount of [small, documents]) places.push(await filledPlace(amount));
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
      await besideBare(many, paths[1]),
    ]);
    console.error(`${since()}: ${step.name}`);
  }
  printTable(
    [
      `${small} and ${documents} documents`,
      'p50 small, ms',
      'p50, ms',
      'p95, ms',
      'growth of p50',
      'pages small',
      'pages',
      'rate : bare',
    ],
    rows,
  );
} finally {
  for (const place of places) await place.drop().catch(console.error);
}

/** The owner's workspace with so many documents; the larger one stands among others that have some as well. */
async function filledPlace(amount: number): Promise<MeetingPlace> {
  const meetings = { meetings: 1, members: 10, membersOfMeeting: 1, sessionsOfSeries: 14, visitors: 0 };
  const place = await meetingPlace('postgres', meetings, async ({ client }) => {
    for (let number = 0; amount === documents && number < workspaces; number += 1) {
      const { workspaceId } = await seedWorkspace(client, others);
      await seedDocuments(client, workspaceId, `usr_${'0'.repeat(32)}`, 20);
      if (Number.isInteger(Math.log2(number + 1))) await client.query(statistics);
    }
  });
  const client = place.database?.client;
  if (client === undefined) throw new Error('This runs on PostgreSQL');
  const { rows } = await client.query<{ owner: string }>(
    'select user_id "owner" from memberships where workspace_id = $1 and role = \'owner\'',
    [place.workspaceId],
  );
  await seedDocuments(client, place.workspaceId, rows[0]?.owner ?? '', amount);
  await client.query('vacuum analyze');
  console.log(`${amount} documents are there after ${since()}`);
  return place;
}

/** How many requests this server answers in the time in which a bare one answers one, each asked one after the other. */
async function besideBare(place: MeetingPlace, path: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'chancery-bench-'));
  const looked = await lookInto(place);
  await looked.place.ask({ path });
  const { statements } = await looked.during(() => looked.place.ask({ path }));
  await looked.close();
  const asked = statements.filter(({ text }) => /^\s*(select|with)\b/i.test(text) && /\bdocument/.test(text));
  const file = join(folder, 'statements.json');
  writeFileSync(file, JSON.stringify({ workspaceId: place.workspaceId, statements: asked }));
  const bare = await startServer({
    file: new URL('./servers/bare-statement.ts', import.meta.url),
    environment: { BENCH_STATEMENTS: file, BENCH_DATABASE_URL: place.database?.url ?? '' },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const ratios: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let turn = 0; turn < repeat; turn += 1) {
        ours.push((await place.ask({ path })).milliseconds);
        theirs.push((await timedRequest(bare.baseUrl, { path }, { agent, token: null })).milliseconds);
      }
      if (round >= 0) ratios.push(median(theirs) / median(ours));
    }
    return median(ratios).toFixed(2);
  } finally {
    agent.destroy();
    await bare.stop();
    rmSync(folder, { recursive: true });
  }
}
