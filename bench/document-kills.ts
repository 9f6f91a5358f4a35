import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { loadConfiguration, openApplication, openLog } from '@chancery/server';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder, startChancery } from './harness/chancery-server.ts';
import { type ChildServer, freePort } from './harness/child-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';
import { registered } from './harness/upload-files.ts';

// Documents that are uploaded, made of upload sessions and destroyed while the server is killed in the middle; each call is then
// repeated with its idempotency key until it is answered. In the end every document that was acknowledged is whole, none is there
// twice, and no object is left that belongs to none.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills } = program({ kills: { usual: 100, short: 6 } });
const sizeBytes = 300_000;

const folder = dataFolder();
const blobs = join(folder.path, 'blobs');
const database = kind === 'postgres' ? await benchDatabase() : null;
const environment = {
  CHANCERY_DATA_DIR: folder.path,
  CHANCERY_LOG_LEVEL: 'error',
  CHANCERY_RATE_LIMIT_SCALE: '0',
  CHANCERY_ACCESS_TOKEN_SECONDS: '3600',
  ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
};
const port = await freePort();
const start = () => startChancery({ folder, environment, port, quiet: true });

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the bench reads whatever the endpoint answered
  readonly data: any;
}
let server: ChildServer = await start();
let killed = 0;
const token = await registered(server.baseUrl);

/** One call; null if the server died over it. */
const sent = (path: string, init: RequestInit, key: string): Promise<Answer | null> =>
  fetch(`${server.baseUrl}/api/v1/${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${token}`, 'X-Idempotency-Key': key, ...init.headers },
  }).then(
    async (response) => ({ status: response.status, data: JSON.parse(await response.text()).data }),
    () => null,
  );

/** Kills the server at a random moment of the call, and repeats the call until it is answered. */
async function killedOver(path: string, init: () => RequestInit, mostMilliseconds: number): Promise<Answer> {
  const key = randomUUID();
  const first = sent(path, init(), key);
  await wait(Math.random() * mostMilliseconds);
  await server.kill();
  killed += 1;
  const early = await first;
  server = await start();
  for (let answer = early; ; answer = await sent(path, init(), key)) {
    if (answer !== null && answer.status < 500 && answer.status !== 409) return answer;
    await wait(100);
  }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});
const aFile = () => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(sizeBytes)]);
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const living = new Map<string, string>();
const destroyed: string[] = [];
let wrong = 0;
try {
  for (let round = 0; killed < kills; round += 1) {
    const bytes = aFile();
    const sha256 = digestOf(bytes);
    const answer = round % 2 === 0 ? await uploadedDirectly(bytes) : await madeOfSession(bytes, sha256);
    if (answer.status !== 201 || answer.data.document.sha256 !== sha256) wrong += 1;
    const { id } = answer.data.document;
    if (round % 3 !== 2) {
      living.set(id, sha256);
      continue;
    }
    await sent(`documents/${id}/trash`, json({}), randomUUID());
    const purged = await killedOver(`documents/${id}`, () => ({ method: 'DELETE' }), 60);
    if (purged.status !== 200) wrong += 1;
    destroyed.push(id);
  }
  for (const [id, sha256] of living) {
    const response = await fetch(`${server.baseUrl}/api/v1/documents/${id}/content`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (digestOf(new Uint8Array(await response.arrayBuffer())) !== sha256) wrong += 1;
  }
  for (const id of destroyed) {
    const answer = await sent(`documents/${id}/content`, {}, randomUUID());
    if (answer?.status !== 410) wrong += 1;
  }
  await server.stop();
  const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600;
  for (const key of objectsIn(blobs)) utimesSync(join(blobs, key), twoDaysAgo, twoDaysAgo);
  const { documents, keys, usage } = await swept();
  const objects = objectsIn(blobs);
  const left = objects.filter((key) => !keys.includes(key));
  const lost = keys.filter((key) => !objects.includes(key));
  for (const key of left) console.error(`belongs to nothing: ${key}`);
  const lines: [string, string | number, string][] = [
    ['SIGKILLs, each followed by the same call', killed, ''],
    ['answers, contents and refusals that were wrong', wrong, wrong === 0 ? 'ok' : 'WRONG'],
    [
      'documents',
      documents,
      documents === living.size + destroyed.length ? 'ok: one for each answer' : 'WRONG',
    ],
    ['objects that belong to nothing', left.length, left.length === 0 ? 'ok' : 'WRONG'],
    ['objects that are missing', lost.length, lost.length === 0 ? 'ok' : 'WRONG'],
    ['bytes that the plan counts', usage, usage === living.size * (sizeBytes + 9) ? 'ok' : 'WRONG'],
  ];
  printTable([`documents on ${kind}`, '', ''], lines);
  if (lines.some(([, , verdict]) => verdict === 'WRONG')) process.exitCode = 1;
} finally {
  if (server.isAlive()) await server.stop();
  await database?.drop();
  folder.remove();
}

function uploadedDirectly(bytes: Buffer): Promise<Answer> {
  const form = () => {
    const body = new FormData();
    body.set('file', new Blob([Uint8Array.from(bytes)]), 'deed.pdf');
    return { method: 'POST', body };
  };
  return killedOver('documents/upload', form, 120);
}

async function madeOfSession(bytes: Buffer, sha256: string): Promise<Answer> {
  const begun = await sent(
    'uploads/resumable',
    json({ purpose: 'document', fileName: 'deed.pdf', sizeBytes: bytes.length, sha256 }),
    randomUUID(),
  );
  const { id } = begun?.data.uploadSession ?? {};
  const digest = createHash('sha256').update(bytes).digest('base64');
  await sent(
    `uploads/resumable/${id}/chunks`,
    {
      method: 'POST',
      body: Uint8Array.from(bytes),
      headers: {
        'Content-Type': 'application/octet-stream',
        'Upload-Offset': '0',
        'Content-Digest': `sha-256=:${digest}:`,
      },
    },
    randomUUID(),
  );
  await sent(`uploads/resumable/${id}/complete`, json({}), randomUUID());
  return killedOver('documents/upload/resumable', () => json({ uploadSessionId: id }), 60);
}

/** What the sweeps do in two days, and what the database then knows. */
async function swept(): Promise<{ documents: number; keys: string[]; usage: number }> {
  const application = await openApplication(
    loadConfiguration({ ...environment, CHANCERY_LISTEN: '127.0.0.1:0' }),
    openLog('error'),
  );
  try {
    await application.prepare();
    const { pool } = application.database;
    await pool.query("update incoming_files set begun_at = begun_at - interval '2 days'");
    await pool.query("update document_versions set released_at = released_at - interval '1 hour'");
    for (const topic of ['uploads.incoming', 'documents.purge']) await application.worker.run(topic);
    const keys = await pool.query<{ key: string }>(
      'select blob_key "key" from document_versions where blob_key is not null',
    );
    const [counts] = (
      await pool.query<{ documents: number; usage: number }>(
        `select (select count(*)::int from documents) documents,
                (select coalesce(sum(used), 0)::float8 from usage_counters where code = 'storage_bytes') usage`,
      )
    ).rows;
    return {
      documents: counts?.documents ?? -1,
      usage: counts?.usage ?? -1,
      keys: keys.rows.map(({ key }) => key),
    };
  } finally {
    await application.close();
  }
}

/** The keys of all objects below a folder of the disk store. */
function objectsIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => relative(root, join(root, path)));
}
