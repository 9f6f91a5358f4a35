import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSpool } from '@chancery/adapters-services';
import type { Application } from '@chancery/server';
import { digestOf, openKilledServer, posting } from './harness/killed-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// A client sends the last file of a request, and somebody accepts the last one, while the server is killed in the middle; each
// call is then repeated with its idempotency key until it is answered. In the end every request is complete, each of its files
// has become one document that is whole, both sides were told once, and no object is left that belongs to nothing.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills, minutes } = program({ kills: { usual: 100 }, minutes: { usual: 50 } });
const sizeBytes = 300_000;
const head = Buffer.from('%PDF-1.7\n');
const filesOfRequest = 2;

const server = await openKilledServer(kind, { CHANCERY_EMAIL_VERIFICATION: 'optional' });
const posted = (path: string, body: object) => server.answered(path, () => posting(body));

interface Made {
  readonly id: string;
  readonly title: string;
  /** Of the files that were sent. */
  readonly digests: readonly string[];
}
const requests: Made[] = [];
let wrong = 0;
const expectIt = (holds: boolean, what: string) => {
  if (holds) return;
  wrong += 1;
  console.error(`wrong: ${what}`);
};

try {
  const begun = performance.now();
  while (server.kills() < kills && performance.now() - begun < minutes * 60_000)
    requests.push(await answeredRequest(requests.length));
  const seen = await server.twoDaysLater(swept);
  const { left, lost } = server.strayObjects(seen.keys);
  const files = requests.length * filesOfRequest;
  const toldOnce = (subject: string) =>
    requests.filter(
      ({ title }) => seen.mails.filter((each) => each.subject === `${subject}: ${title}`).length !== 1,
    ).length;
  const figures: [string, number, number][] = [
    ['answers and contents that were wrong', wrong, 0],
    ['requests that are complete', seen.complete, requests.length],
    ['files that came', seen.uploads, files],
    ['files that were accepted', seen.accepted, files],
    ['documents', seen.documents, files],
    ['lines of the ledger: a file came', seen.told['file_request.upload_received'] ?? 0, files],
    ['lines of the ledger: a file was accepted', seen.told['file_request.upload_accepted'] ?? 0, files],
    ['lines of the ledger: submitted', seen.told['file_request.submitted'] ?? 0, requests.length],
    ['lines of the ledger: complete', seen.told['file_request.completed'] ?? 0, requests.length],
    ['owners who were not told once that all is there', toldOnce('Everything is there'), 0],
    ['clients who were not told once that nothing is missing', toldOnce('Thank you, nothing is missing'), 0],
    ['jobs that did not end well', seen.unfinished, 0],
    ['objects that belong to nothing', left, 0],
    ['objects that are missing', lost, 0],
    ['bytes in use', seen.used, files * (sizeBytes + head.length)],
    ['bytes held', seen.reserved, 0],
  ];
  const lines = figures.map(([what, is, should]) => [
    what,
    is,
    is === should ? 'ok' : `WRONG, not ${should}`,
  ]);
  printTable(
    [`requests for files on ${kind}`, '', ''],
    [['SIGKILLs, each followed by the same call', server.kills(), ''], ...lines],
  );
  if (figures.some(([, is, should]) => is !== should)) process.exitCode = 1;
} finally {
  await server.close();
}

/** One request from its beginning to its end: the server dies over its submission and over its completion. */
async function answeredRequest(number: number): Promise<Made> {
  const title = `Request ${number}`;
  const items = [{ name: 'Passport' }, { name: 'Mandate' }];
  const made = await posted('document-requests', {
    title,
    clientName: 'Grace Hopper',
    clientEmail: `client-${number}@example.org`,
    items,
  });
  const { id } = made.data.request;
  const handed = await posted(`document-requests/${id}/send`, { delivery: 'link' });
  const link = String(handed.data.url).split('#token=')[1] ?? '';

  const digests: string[] = [];
  const uploads: string[] = [];
  for (const [index, item] of made.data.request.items.entries()) {
    const bytes = Buffer.concat([head, randomBytes(sizeBytes)]);
    const path = `client-file-requests/${link}/upload`;
    const isLast = index === filesOfRequest - 1;
    const answer = isLast
      ? await server.killedOver(path, () => aFile(item.id, bytes), 150)
      : await server.answered(path, () => aFile(item.id, bytes));
    digests.push(digestOf(bytes));
    uploads.push(answer.data?.upload.id);
    expectIt(
      answer.status === 201 && answer.data.upload.sha256 === digests.at(-1),
      `${title}: ${answer.status} ${answer.code}`,
    );
    expectIt(
      !isLast || answer.data?.requestStatus === 'submitted',
      `${title} is ${answer.data?.requestStatus}`,
    );
  }
  await untilScanned(id);
  for (const [index, uploadId] of uploads.entries()) {
    const path = `document-requests/uploads/${uploadId}/review`;
    const isLast = index === filesOfRequest - 1;
    const accept = () => posting({ decision: 'accept' });
    const answer = isLast ? await server.killedOver(path, accept, 80) : await server.answered(path, accept);
    const documentId = answer.data?.document?.id;
    expectIt(
      answer.status === 201 && answer.data.upload.status === 'accepted',
      `${title}: ${answer.status} ${answer.code}`,
    );
    expectIt(!isLast || answer.data?.request.status === 'completed', `${title} is not complete`);
    const digest = await server.digestOfDocument(documentId);
    expectIt(digest === digests[index], `${title}: a document is not what was sent`);
  }
  return { id, title, digests };
}

/** A server that has just begun may take its time to look into a file; nobody can decide about it before. */
async function untilScanned(requestId: string): Promise<void> {
  for (let look = 0; look < 600; look += 1) {
    const answer = await server.sent(`document-requests/${requestId}`);
    const items: { uploads: { status: string }[] }[] = answer?.data?.request.items ?? [];
    const statuses = items.flatMap(({ uploads }) => uploads.map(({ status }) => status));
    if (statuses.length > 0 && !statuses.includes('scanning')) return;
    await wait(500);
  }
}

function aFile(itemId: string, bytes: Buffer): RequestInit {
  const body = new FormData();
  body.set('itemId', itemId);
  body.set('file', new Blob([Uint8Array.from(bytes)]), 'scan.pdf');
  return { method: 'POST', body };
}

/** What is left to be done is done, the sweeps too; then what the database and the mailbox know. */
async function swept({ database: { pool }, worker }: Application) {
  // What a killed process had begun comes back when its lease is over, which takes minutes.
  await pool.query("update jobs set lease_expires_at = now() - interval '1 second' where status = 'running'");
  await worker.drain();
  await worker.run('uploads.incoming');
  const rows = async <T>(text: string) => (await pool.query(text)).rows as T[];
  const [counts] = await rows<Record<string, number>>(
    `select (select count(*)::int from file_requests where status = 'completed') complete,
            (select count(*)::int from client_uploads) uploads,
            (select count(distinct document_id)::int from client_uploads where status = 'accepted') accepted,
            (select count(*)::int from documents) documents,
            (select coalesce(sum(used), 0)::float8 from usage_counters where code = 'storage_bytes') used,
            (select coalesce(sum(reserved), 0)::float8 from usage_counters where code = 'storage_bytes') reserved`,
  );
  const unfinished = await rows<Record<string, unknown>>(
    "select topic, status, attempts, available_at, last_error_code, last_error_message from jobs where status <> 'succeeded'",
  );
  for (const job of unfinished) console.error('did not end well:', job);
  const keys = await rows<{ key: string }>(
    `select blob_key "key" from document_versions where blob_key is not null
     union select blob_key from client_uploads where blob_key is not null`,
  );
  const told = await rows<{ action: string; count: number }>(
    'select action, count(*)::int from audit_event group by action',
  );
  // A mail that a killed process handed on without noting it is handed on again, under the same message id.
  const mails = [
    ...new Map((await readSpool(join(server.folder, 'mail'))).map((mail) => [mail.id, mail])).values(),
  ];
  const value = (name: string) => counts?.[name] ?? -1;
  return {
    complete: value('complete'),
    uploads: value('uploads'),
    accepted: value('accepted'),
    documents: value('documents'),
    used: value('used'),
    reserved: value('reserved'),
    keys: keys.map(({ key }) => key),
    told: Object.fromEntries(told.map(({ action, count }) => [action, count])),
    mails,
    unfinished: unfinished.length,
  };
}
