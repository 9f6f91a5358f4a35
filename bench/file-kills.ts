import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, utimesSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BenchDatabase, benchDatabase } from './harness/bench-database.ts';
import { type DataFolder, dataFolder } from './harness/chancery-server.ts';
import { type ChildServer, freePort, startServer } from './harness/child-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// A file in one request (PLT-20) while the server is killed at twenty points of it, each followed by the same request again.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { mib, kills } = program({ mib: { usual: 50 }, kills: { usual: 20 } });
const sizeBytes = mib * 1024 * 1024 - 4096;
const piece = Buffer.alloc(256 * 1024, 0x61);
const otherPiece = Buffer.alloc(256 * 1024, 0x62);
let token = '';

const folder = dataFolder();
const database = kind === 'postgres' ? await benchDatabase() : null;
const port = await freePort();
try {
  let server = await started(folder, database);
  const kept: string[] = [];
  for (let point = 0; point < kills; point += 1) {
    // The last points lie behind the whole body: while it is hashed, made durable and answered.
    const share = Math.min(1, (point + 0.5) / (kills - 4));
    const sending = sent(server, point, share);
    await sending.reached;
    if (share === 1) await Promise.race([wait(Math.random() * 1000), sending.over]);
    await server.kill();
    await sending.over;
    server = await started(folder, database);
    const again = await answerOf(await sent(server, point, null).answered());
    if (again.status !== 201) throw new Error(`the repeat of ${point} was answered ${again.status}`);
    kept.push(again.data.blobKey);
  }
  const before = await asked<string[]>(server, 'keys');
  const unfinished = incoming().length;
  for (const file of incoming()) utimesSync(file, 0, 0); // begun long ago
  const after = await asked<string[]>(server, 'sweep');
  const repeated = await answerOf(await sent(server, 0, null).answered());
  const other = await answerOf(await sent(server, 0, null, 0x62).answered());
  const rest = await asked<string[]>(server, 'keys');
  const [{ notes = -1 } = {}] = await asked<{ notes: number }[]>(server, 'notes');
  await server.stop();

  const isExact = [...after].sort().join() === [...new Set(kept)].sort().join();
  const lines: [string, string | number, string][] = [
    ['SIGKILLs, each followed by the same request', kills, ''],
    ['objects before the sweep', before.length, ''],
    ['unfinished writes before the sweep', unfinished, ''],
    ['objects after it', after.length, isExact ? 'ok: those of the answers' : 'WRONG'],
    ['unfinished writes after it', incoming().length, incoming().length === 0 ? 'ok' : 'WRONG'],
    ['notes after it', notes, notes === 0 ? 'ok' : 'WRONG'],
    [
      'the same key with the same file',
      repeated.status,
      repeated.data?.blobKey === kept[0] ? 'ok: the first answer' : 'WRONG',
    ],
    ['the same key with another file', other.status, other.status === 422 ? 'ok' : 'WRONG'],
    ['objects after both', rest.length, rest.length === after.length ? 'ok' : 'WRONG'],
  ];
  printTable([`${(sizeBytes / 1024 / 1024).toFixed(1)} MiB on ${kind}`, '', ''], lines);
  if (lines.some(([, , verdict]) => verdict === 'WRONG')) process.exitCode = 1;
} finally {
  await database?.drop();
  folder.remove();
}

async function started({ path }: DataFolder, postgres: BenchDatabase | null): Promise<ChildServer> {
  const server = await startServer({
    file: new URL('./servers/files.ts', import.meta.url),
    fromSources: true,
    port,
    environment: {
      CHANCERY_DATA_DIR: path,
      CHANCERY_LOG_LEVEL: 'error',
      CHANCERY_RATE_LIMIT_SCALE: '0',
      ...(postgres === null ? {} : { CHANCERY_DATABASE_URL: postgres.url }),
    },
  });
  token = await asked<string>(server, 'token');
  return server;
}

/** Sends the file of a point with its key; as far as `share`, or the whole. */
function sent({ baseUrl }: ChildServer, point: number, share: number | null, byte = 0x61) {
  const [head, tail] = [
    `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${point}\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
    '\r\n--x--\r\n',
  ];
  const asking: ClientRequest = request(`${baseUrl}/files`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': head.length + sizeBytes + tail.length,
      'X-Idempotency-Key': createHash('sha256').update(`key of ${point}`).digest('hex'),
    },
  });
  const over = new Promise<void>((resolve) => asking.once('close', resolve));
  asking.on('error', () => undefined); // the server was killed
  const writing = (async () => {
    asking.write(head);
    const most = sizeBytes * (share ?? 1);
    for (let at = 0; at < most && !asking.destroyed; at += piece.length) {
      const part = (byte === 0x61 ? piece : otherPiece).subarray(0, Math.min(piece.length, sizeBytes - at));
      if (!asking.write(part)) await Promise.race([once(asking, 'drain'), over]);
    }
    if (share === null || share === 1) asking.end(tail);
  })().catch(() => undefined);
  return {
    reached: writing,
    over,
    answered: async () => ((await once(asking, 'response')) as [IncomingMessage])[0],
  };
}

async function answerOf(response: IncomingMessage) {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  const { data } = JSON.parse(Buffer.concat(parts).toString('utf8'));
  return { status: response.statusCode ?? 0, data };
}

async function asked<T>({ baseUrl }: Pick<ChildServer, 'baseUrl'>, what: string): Promise<T> {
  return (await (await fetch(`${baseUrl}/${what}`)).json()) as T;
}

function incoming(): string[] {
  const at = join(folder.path, 'blobs', '~incoming');
  try {
    return readdirSync(at).map((name) => join(at, name));
  } catch {
    return [];
  }
}
