import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import {
  dropPostgresDatabases,
  portalOffice,
  postgresDatabase,
} from '@chancery/adapters-persistence/testing';
import { served } from '../packages/adapters-http/src/testing/served.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Recipients download a released file by their links while its package is revoked (PORT-4), some as fast as they can and
// some slowly. By HTTP from a server in this process on PostgreSQL.
const { mib, readers, boundMilliseconds } = program({
  mib: { usual: 48 },
  /** Of each kind. */
  readers: { usual: 2 },
  boundMilliseconds: { usual: 11_000 },
});
const mebibyte = 1024 * 1024;

const database = await postgresDatabase({ isDurable: true });
const office = await portalOffice({ database, settings: { rateLimitScale: 0, checkAnswers: false } });
const { own, owner, released, signedWithFile } = office;
const http = await served({ world: office });
const line = `${'Potassium 4.1 mmol/l, sodium 140 mmol/l, taken in the morning.'.padEnd(63)}\n`;
const file = await signedWithFile(Buffer.alloc(mib * mebibyte, line));

interface Seen {
  readonly underWay: number;
  readonly whole: boolean;
  /** Bytes that came, and milliseconds that went by, once the revocation was answered. */
  readonly bytesAfter: number;
  readonly millisecondsAfter: number;
}

/** How many milliseconds they rest after each part. */
const kinds = { fast: 0, slow: 100 } as const;

async function measured(kind: keyof typeof kinds): Promise<readonly Seen[]> {
  const { packageId, token, made } = await released(
    { requiresConsent: false, downloadAllowed: true },
    { items: [{ artifactId: file.artifactId, attachmentIds: [file.attachmentId] }] },
  );
  const [item] = made.items;
  if (item === undefined) throw new Error('The package has no entry');
  const path = `/api/v1/public/records/portal/packages/${packageId}/items/${item.id}/attachments/${file.attachmentId}/content`;
  const readings = await Promise.all(
    Array.from({ length: readers }, () => begun(`${http.baseUrl}${path}`, token, kinds[kind])),
  );
  await wait(kind === 'fast' ? 30 : 500);
  await own.revokeReleasePackage({ packageId, reason: 'Sent to the wrong person.' }, owner.session);
  const answered = performance.now();
  for (const reading of readings) reading.note();
  return Promise.all(readings.map((reading) => reading.ended(answered)));
}

async function begun(url: string, token: string, rest: number) {
  const request = get(url, { headers: { authorization: `Bearer ${token}` } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  let [bytes, before] = [0, 0];
  answer.on('data', (part: Buffer) => {
    bytes += part.byteLength;
    if (rest === 0) return;
    answer.pause();
    setTimeout(() => answer.resume(), rest);
  });
  // Its server cuts the connection off, which is what is looked for.
  answer.on('error', () => undefined);
  const closed = once(answer, 'close');
  return {
    note() {
      before = bytes;
    },
    async ended(answered: number): Promise<Seen> {
      await closed.catch(() => undefined);
      const millisecondsAfter = performance.now() - answered;
      const whole = bytes === mib * mebibyte;
      return { underWay: before, whole, bytesAfter: bytes - before, millisecondsAfter };
    },
  };
}

const rows: (string | number)[][] = [];
let isLate = false;
for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
  const seen = await measured(kind);
  const most = (of: (one: Seen) => number) => Math.max(...seen.map(of));
  const cut = seen.filter(({ whole }) => !whole);
  isLate ||= cut.some(({ millisecondsAfter }) => millisecondsAfter > boundMilliseconds);
  rows.push([
    kind,
    seen.length,
    cut.length,
    (most(({ underWay }) => underWay) / mebibyte).toFixed(1),
    (most(({ bytesAfter }) => bytesAfter) / mebibyte).toFixed(1),
    most(({ millisecondsAfter }) => millisecondsAfter).toFixed(0),
  ]);
}
printTable(
  [`readers of ${mib} MiB`, 'downloads', 'cut', 'MiB before', 'most MiB after', 'most ms after'],
  rows,
);
await http.close();
await dropPostgresDatabases();
if (isLate) console.error(`A download went on for more than ${boundMilliseconds} ms after the revocation.`);
process.exit(isLate ? 1 : 0);
