import { createHash, randomBytes } from 'node:crypto';
import type { Application } from '@chancery/server';
import { type Answer, digestOf, openKilledServer, posting } from './harness/killed-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Documents that are uploaded, made of upload sessions and destroyed while the server is killed in the middle; each call is then
// repeated with its idempotency key until it is answered. In the end every document that was acknowledged is whole, none is there
// twice, and no object is left that belongs to none.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills } = program({ kills: { usual: 100 } });
const sizeBytes = 300_000;
const head = Buffer.from('%PDF-1.7\n');

const server = await openKilledServer(kind);
const living = new Map<string, string>();
const destroyed: string[] = [];
let wrong = 0;
try {
  for (let round = 0; server.kills() < kills; round += 1) {
    const bytes = Buffer.concat([head, randomBytes(sizeBytes)]);
    const sha256 = digestOf(bytes);
    const answer = round % 2 === 0 ? await uploadedDirectly(bytes) : await madeOfSession(bytes, sha256);
    if (answer.status !== 201 || answer.data.document.sha256 !== sha256) wrong += 1;
    const { id } = answer.data.document;
    if (round % 3 !== 2) {
      living.set(id, sha256);
      continue;
    }
    await server.sent(`documents/${id}/trash`, posting({}));
    const purged = await server.killedOver(`documents/${id}`, () => ({ method: 'DELETE' }), 60);
    if (purged.status !== 200) wrong += 1;
    destroyed.push(id);
  }
  for (const [id, sha256] of living) if ((await server.digestOfDocument(id)) !== sha256) wrong += 1;
  for (const id of destroyed) {
    const answer = await server.sent(`documents/${id}/content`);
    if (answer?.status !== 410) wrong += 1;
  }
  const { documents, keys, usage } = await server.twoDaysLater(swept);
  const { left, lost } = server.strayObjects(keys);
  const lines: [string, string | number, string][] = [
    ['SIGKILLs, each followed by the same call', server.kills(), ''],
    ['answers, contents and refusals that were wrong', wrong, wrong === 0 ? 'ok' : 'WRONG'],
    [
      'documents',
      documents,
      documents === living.size + destroyed.length ? 'ok: one for each answer' : 'WRONG',
    ],
    ['objects that belong to nothing', left, left === 0 ? 'ok' : 'WRONG'],
    ['objects that are missing', lost, lost === 0 ? 'ok' : 'WRONG'],
    ['bytes that the plan counts', usage, usage === living.size * (sizeBytes + head.length) ? 'ok' : 'WRONG'],
  ];
  printTable([`documents on ${kind}`, '', ''], lines);
  if (lines.some(([, , verdict]) => verdict === 'WRONG')) process.exitCode = 1;
} finally {
  await server.close();
}

function uploadedDirectly(bytes: Buffer): Promise<Answer> {
  const form = () => {
    const body = new FormData();
    body.set('file', new Blob([Uint8Array.from(bytes)]), 'deed.pdf');
    return { method: 'POST', body };
  };
  return server.killedOver('documents/upload', form, 120);
}

async function madeOfSession(bytes: Buffer, sha256: string): Promise<Answer> {
  const begun = await server.sent(
    'uploads/resumable',
    posting({ purpose: 'document', fileName: 'deed.pdf', sizeBytes: bytes.length, sha256 }),
  );
  const { id } = begun?.data.uploadSession ?? {};
  const digest = createHash('sha256').update(bytes).digest('base64');
  await server.sent(`uploads/resumable/${id}/chunks`, {
    method: 'POST',
    body: Uint8Array.from(bytes),
    headers: {
      'Content-Type': 'application/octet-stream',
      'Upload-Offset': '0',
      'Content-Digest': `sha-256=:${digest}:`,
    },
  });
  await server.sent(`uploads/resumable/${id}/complete`, posting({}));
  return server.killedOver('documents/upload/resumable', () => posting({ uploadSessionId: id }), 60);
}

/** What the sweeps do, and what the database then knows. */
async function swept({ database: { pool }, worker }: Application) {
  await pool.query("update document_versions set released_at = released_at - interval '1 hour'");
  for (const topic of ['uploads.incoming', 'documents.purge']) await worker.run(topic);
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
}
