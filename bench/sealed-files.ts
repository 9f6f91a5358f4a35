import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery } from '@chancery/sdk';
import { upload } from '@chancery/sdk/uploads';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { type HeapUse, heapAfterCollection, residentOf, sayingHeap } from './harness/memory.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { chunkBytes, mebibyte, randomFile, registered } from './harness/upload-files.ts';

// One large file of a case: sealed while it streams, read back whole and in part (REC-99). Of each step the seconds and what it
// adds to the memory of the server: at its peak, garbage included, and what is in use at any moment of it. The two are looked at
// in turns, because whoever collects garbage to see what is in use gives memory back that the next step then takes again; and
// beside them stands as long a time in which nobody asks for anything.
const { mib, rounds, mostMib } = program({
  mib: { usual: 100, short: 32 },
  rounds: { usual: 3, short: 1 },
  mostMib: { usual: 30 },
});

const folder = dataFolder();
const database = process.argv[2] === 'pglite' ? null : await benchDatabase();
const { nodeOptions, environment } = sayingHeap(folder);
const server = await startChancery({
  folder,
  nodeOptions,
  environment: {
    CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
    ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
    ...environment,
  },
  quiet: true,
});

/** Seconds, and bytes beyond what was there before. */
interface Measured {
  readonly seconds: number;
  readonly bytes: number;
}
/** What the server does of itself, its jobs for example, shows in the others too. */
const nothing = 'nothing, for two seconds';
type Look = 'resident' | 'inUse';
const measured: Record<Look, Map<string, Measured[]>> = { resident: new Map(), inUse: new Map() };

try {
  const accessToken = await registered(server.baseUrl);
  const client = new Chancery({ baseUrl: server.baseUrl, accessToken });
  const { subject } = await client.records.createSubject({ displayName: 'Ann Smith' });
  const { case: aCase } = await client.records.createCase({
    title: 'Smith, custody',
    caseType: 'general',
    subjectId: subject.id,
    status: 'active',
  });
  // The first file shows what the server grows to; what it loads and reserves for good is no part of the ones after it.
  await sealedAndRead(0, mib, 'resident');
  for (let round = 1; round <= rounds; round += 1) await sealedAndRead(round, mib, 'resident');
  for (let round = 1; round <= rounds; round += 1) await sealedAndRead(round, mib, 'inUse');

  async function sealedAndRead(round: number, size: number, look: Look): Promise<void> {
    const file = await randomFile(join(folder.path, 'sent.pdf'), size * mebibyte);
    const session = await upload(client, file.path, {
      purpose: 'record_attachment',
      chunkSizeBytes: chunkBytes,
      resume: false,
    });
    const { entry } = await client.records.createEntry({
      ...{ caseId: aCase.id, entryType: 'note', title: `Note ${round}`, body: 'With a file.' },
    });
    const note = (name: string, one: Measured) => {
      if (round > 0) measured[look].set(name, [...(measured[look].get(name) ?? []), one]);
    };
    const withMemory = look === 'resident' ? withPeak : withCollections;
    let attachmentId = '';
    const sealing = await withMemory(async () => {
      const attached = await client.records.attachUploadToEntry({
        artifactId: entry.id,
        uploadSessionId: session.id,
      });
      if (attached.attachment.sha256 !== file.sha256) throw new Error('The digest is another one');
      attachmentId = attached.attachment.id;
    });
    note('sealed from an upload', sealing);
    const path = `/api/v1/records/entries/${entry.id}/attachments/${attachmentId}/content`;
    note('read whole', await withMemory(() => read(path, {}, size * mebibyte)));
    const middle = Math.floor(size / 2) * mebibyte - 512;
    note(nothing, await withMemory(() => wait(2000)));
    note(
      'a range of 1 MiB',
      await withMemory(() =>
        read(path, { Range: `bytes=${middle}-${Math.min(middle + mebibyte, size * mebibyte) - 1}` }, null),
      ),
    );
  }

  /** What comes is counted and thrown away. */
  async function read(path: string, headers: Record<string, string>, bytes: number | null): Promise<void> {
    const asked = get(server.baseUrl + path, {
      headers: { Authorization: `Bearer ${accessToken}`, ...headers },
    });
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    let size = 0;
    response.on('data', (part: Buffer) => {
      size += part.length;
    });
    await once(response, 'end');
    if ((response.statusCode ?? 0) > 299 || (bytes !== null && size !== bytes))
      throw new Error(`${response.statusCode} with ${size} bytes`);
  }

  const most = (look: Look, name: string) =>
    Math.max(...(measured[look].get(name) ?? []).map(({ bytes }) => bytes)) / mebibyte;
  printTable(
    [`a file of ${mib} MiB`, 'seconds', 'resident, MiB more', 'in use, MiB more'],
    [...measured.resident].map(([name, all]) => [
      name,
      Math.min(...all.map(({ seconds }) => seconds)).toFixed(2),
      most('resident', name).toFixed(1),
      most('inUse', name).toFixed(1),
    ]),
  );
  for (const look of ['resident', 'inUse'] as const) {
    const steps = [...measured[look].keys()].filter((name) => name !== nothing);
    const worst = Math.max(...steps.map((name) => most(look, name)));
    if (worst > mostMib) {
      console.error(`${worst.toFixed(1)} MiB more (${look}), above the bound of ${mostMib} MiB.`);
      process.exitCode = 1;
    }
  }
} finally {
  await server.kill();
  await database?.drop();
  folder.remove();
}

/** The peak of what is resident is kept by the system. */
async function withPeak(work: () => Promise<void>): Promise<Measured> {
  await wait(300); // what was answered before may still be under way
  const before = residentOf(server, 'VmRSS');
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5'); // begins the peak anew
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  return { seconds, bytes: residentOf(server, 'VmHWM') - before };
}

/** Looks at what is in use again and again while something runs. */
async function withCollections(work: () => Promise<void>): Promise<Measured> {
  await wait(300);
  const held = ({ heapUsed, external }: HeapUse) => heapUsed + external;
  const before = held(await heapAfterCollection(server, folder));
  let isOver = false;
  const begun = performance.now();
  const done = work().finally(() => {
    isOver = true;
  });
  let bytes = 0;
  while (!isOver) {
    const from = performance.now();
    bytes = Math.max(bytes, held(await heapAfterCollection(server, folder)) - before);
    // The work is what takes the time, and not the collections.
    await wait(100 + 2 * (performance.now() - from));
  }
  await done;
  return { seconds: (performance.now() - begun) / 1000, bytes };
}
