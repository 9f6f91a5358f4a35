import { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery } from '@chancery/sdk';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { callsTo } from './harness/meeting-place.ts';
import { printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { registered } from './harness/upload-files.ts';

// The bundle of a case with long signed entries, by HTTP: seconds until its last byte is there, and what other calls wait
// meanwhile, beside what they wait when nobody asks for a bundle (records 12, REC-63).
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { pages, rounds, boundSeconds, boundMilliseconds } = program({
  pages: { usual: 200, short: 20 },
  rounds: { usual: 5, short: 1 },
  boundSeconds: { usual: 5 },
  boundMilliseconds: { usual: 250 },
});
const root = '/api/v1/records';
const password = 'correct horse battery staple';
const attestation = {
  statementId: 'attest.author.v1' as const,
  accepted: true as const,
  reauthentication: { method: 'password' as const, value: password },
};
let templateId: string | undefined;
/** Some pages of text. */
const text = Array.from(
  { length: 90 },
  (_, at) =>
    `${at + 1}. She called in the morning and said that the papers of the estate had come, that her brother had read them, and that both of them wished to talk about the house before anything of it was signed. She asked what it would cost, and was told that a letter would follow.`,
).join('\n\n');

const folder = dataFolder();
const database = kind === 'postgres' ? await benchDatabase() : null;
const server = await startChancery({
  folder,
  environment: {
    CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
    ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
  },
});
const agents = [
  new Agent({ keepAlive: true, maxSockets: 1 }),
  new Agent({ keepAlive: true, maxSockets: 1 }),
] as const;
try {
  const token = await registered(server.baseUrl);
  const client = new Chancery({ baseUrl: server.baseUrl, accessToken: token });
  const caseId = await newCase(client);
  const bundles = callsTo(server.baseUrl, token, agents[0]);
  const others = callsTo(server.baseUrl, token, agents[1]);
  const bundle = async () =>
    (await bundles.ask({ path: `${root}/cases/${caseId}/bundle` })).milliseconds / 1000;
  const pagesOfLast = async () => {
    const { events } = await client.records.listAuditEvents({ action: 'case.bundle_created', limit: 1 });
    return Number((events[0]?.facts as { pages?: number } | undefined)?.pages ?? 0);
  };
  let reached = 0;
  for (let entries = 0; reached < pages; ) {
    // What one entry adds is known from the first bundle on.
    const wanted = entries === 0 ? 2 : Math.max(entries + 1, Math.ceil((pages * entries) / reached));
    for (; entries < wanted; entries += 1) await signedEntry(client, caseId);
    await bundle();
    reached = await pagesOfLast();
  }

  /** Other calls, one after the other, for as long as the work takes. */
  const meanwhile = async (work: () => Promise<number>) => {
    let isOver = false;
    const took = work().finally(() => {
      isOver = true;
    });
    const waited: number[] = [];
    while (!isOver) {
      waited.push((await others.ask({ path: `${root}/cases/${caseId}` })).milliseconds);
      await wait(2);
    }
    return { seconds: await took, waited };
  };
  const [seconds, quiet, busy]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const measured = await meanwhile(bundle);
    seconds.push(measured.seconds);
    busy.push(...measured.waited);
    const asLong = wait(1000 * measured.seconds, measured.seconds);
    quiet.push(...(await meanwhile(() => asLong)).waited);
  }
  const shown = (waited: readonly number[]) =>
    [0.5, 0.95, 0.99, 1].map((share) => quantile([...waited], share).toFixed(0));
  printTable(
    [`a bundle of ${reached} pages, on ${kind}`, 'p50', 'p95', 'p99', 'most'],
    [
      [
        'seconds until its last byte',
        ...[0.5, 0.95, 0.99, 1].map((share) => quantile(seconds, share).toFixed(2)),
      ],
      [`other calls meanwhile, ms (${busy.length})`, ...shown(busy)],
      [`the same without it, ms (${quiet.length})`, ...shown(quiet)],
    ],
  );
  if (quantile(seconds, 0.5) > boundSeconds || quantile(busy, 0.99) > boundMilliseconds) {
    console.error(`Above the bounds of ${boundSeconds} s and ${boundMilliseconds} ms.`);
    process.exitCode = 1;
  }
} finally {
  for (const agent of agents) agent.destroy();
  await server.kill();
  await database?.drop();
  folder.remove();
}

async function newCase(client: Chancery): Promise<string> {
  const { subject } = await client.records.createSubject({ displayName: 'Ann Smith' });
  const asked = {
    title: 'Smith, custody',
    caseType: 'general',
    subjectId: subject.id,
    status: 'active' as const,
  };
  return (await client.records.createCase(asked)).case.id;
}

/** Of a template whose entries their author approves. */
async function signedEntry(client: Chancery, caseId: string): Promise<void> {
  templateId ??= (
    await client.records.createRecordTemplate({
      ...{ code: 'long_note', name: 'Long note', entryType: 'note', reviewPolicy: 'author' as const },
      sections: [{ key: 'text', title: 'Text', kind: 'markdown' as const }],
    })
  ).template.id;
  const { entry } = await client.records.createEntry({
    ...{ caseId, entryType: 'note', title: 'A long note', templateId, sections: { text } },
  });
  await client.records.submitEntry({ artifactId: entry.id });
  await client.records.approveEntry({ artifactId: entry.id });
  await client.records.finalizeEntry({ artifactId: entry.id, attestation });
}
