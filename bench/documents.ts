import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './harness/child-server.ts';
import { seedDocuments } from './harness/documents-seed.ts';
import { type GrowingCall, printGrowth } from './harness/growth-of-lists.ts';
import type { MeetingPlace } from './harness/meeting-place.ts';
import { median } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { lookInto } from './harness/statements.ts';
import { timedRequest } from './harness/timed-request.ts';

// The library of a workspace with few documents, alone in its database, and of one with very many among a thousand others:
// p50 and p95 of browsing, searching and reading, the pages of the database that each call touches, and the rate beside a bare
// server that runs the same statements.
const { small, documents, workspaces, rounds, repeat, plans } = program({
  small: { usual: 100 },
  documents: { usual: 1_000_000, short: 2000 },
  workspaces: { usual: 1000, short: 2 },
  rounds: { usual: 7, short: 1 },
  repeat: { usual: 40, short: 5 },
  plans: { usual: '' },
});
const root = '/api/v1/documents';

const firstFolder = async (place: MeetingPlace) => {
  const { folders } = await place.data<{ folders: { id: string }[] }>({
    path: `${root}?limit=200&sort=name`,
  });
  return folders.find((_, at) => at === 17)?.id ?? '';
};
const calls: readonly GrowingCall[] = [
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

await printGrowth({
  things: 'documents',
  few: small,
  many: documents,
  seed: seedDocuments,
  others: { workspaces, each: 20 },
  tables: ['api_keys', 'document_folders', 'documents'],
  calls,
  rounds,
  repeat,
  plans,
  further: { 'rate : bare': besideBare },
});

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
