import { createReadStream } from 'node:fs';
import { createServer, get, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { systemIds } from '@chancery/core';
import { aStoredFile } from '../../packages/adapters-http/src/testing/file-use-cases.ts';
import { handlerOf, routeOf } from '../../packages/adapters-http/src/testing/served-use-case.ts';
import { takingFiles } from '../../packages/adapters-http/src/testing/taking-files.ts';
import { migrated, openApplication } from '../../packages/server/src/application.ts';
import { loadConfiguration } from '../../packages/server/src/configuration.ts';
import { openLog } from '../../packages/server/src/log.ts';

// Chancery as it is composed for production, with two endpoints that no context has yet: bytes of the store out, a file in.
const sizeBytes = Number(process.env.BENCH_SIZE ?? 0);
const blobKey = 'ws/bench/1';
const anyone = {
  access: 'anyone',
  throttle: { bucket: 'bench', limit: 1_000_000, windowSeconds: 60 },
} as const;

const configuration = loadConfiguration(process.env);
const log = openLog(configuration.logLevel);
const application = await openApplication(configuration, log);
await migrated(application, true);
await application.prepare();
const { chancery, worker, database } = application;
const { blobs } = chancery.ports;

const file = {
  mediaType: 'application/octet-stream',
  fileName: 'large.bin',
  etag: 'sha256-bench',
  cacheControl: null,
  stored: { blobKey, sizeBytes },
};
const reads = aStoredFile(() => file);
const out = handlerOf(chancery, routeOf({ ...reads, ...anyone }, 'GET', 'file'), log);
const into = handlerOf(chancery, routeOf(takingFiles({ received: [] }), 'POST', 'files'), log);

/** Reads the object through the port and throws it away: the store's own rate. */
async function readByItself(): Promise<number> {
  const begun = performance.now();
  let size = 0;
  for await (const part of (await blobs.get(blobKey)) ?? []) size += part.byteLength;
  if (size !== sizeBytes) throw new Error(`the store gave ${size} bytes`);
  return (performance.now() - begun) / 1000;
}

async function stored(): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const key of blobs.list('')) keys.push(key);
  return keys;
}

/** What a day later would do: every note and every unfinished write is older than a day by then. */
async function sweptADayLater(): Promise<readonly string[]> {
  await database.pool.query("update incoming_files set begun_at = begun_at - interval '25 hours'");
  await worker.run('uploads.incoming');
  return stored();
}

/** Of the one person of this installation. */
async function accessToken(): Promise<string> {
  const who = { email: 'bench@example.com', password: 'correct horse battery staple' };
  const caller = {
    credential: null,
    address: '127.0.0.1',
    userAgent: null,
    idempotencyKey: null,
    requestId: systemIds.uuid7(),
    correlationId: systemIds.uuid7(),
  };
  // To register again would make another account: nobody has verified the address.
  const session = await chancery.identity
    .login(who, caller)
    .catch(() => chancery.identity.registerAccount({ ...who, displayName: 'Bench' }, caller));
  return 'accessToken' in session ? session.accessToken : '';
}

/** What a server does that only hands the bytes on: from the file, or from the store that keeps the object at this address. */
function sendBare(response: ServerResponse, source = process.env.BENCH_SOURCE): void {
  response.writeHead(200, { 'Content-Length': sizeBytes });
  const path = join(configuration.dataDirectory, 'blobs', blobKey);
  if (source === undefined) createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
  else get(source, (object) => object.pipe(response));
}

const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  '/api/health/ready': async () => true,
  '/rate': readByItself,
  '/token': accessToken,
  '/keys': stored,
  '/notes': async () =>
    (await database.pool.query('select count(*)::integer notes from incoming_files')).rows,
  '/sweep': sweptADayLater,
};
const [host, port] = (process.env.CHANCERY_LISTEN ?? '').split(':');
createServer((request, response) => {
  const path = request.url ?? '/';
  if (path === '/file') return out(request, response);
  if (path === '/files') return into(request, response);
  if (path === '/bare') return sendBare(response);
  (answers[path] ?? (async () => null))().then(
    (answer) => response.end(JSON.stringify(answer)),
    (error: unknown) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(port), host);
