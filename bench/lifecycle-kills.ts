import { join } from 'node:path';
import { readSpool } from '@chancery/adapters-services';
import type { Application } from '@chancery/server';
import { brokenLedgers } from './harness/broken-ledgers.ts';
import { openKilledServer, posting } from './harness/killed-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// The server is killed while a document is planned, told of, computed anew, approved for destruction and destroyed; each call is
// then repeated with its idempotency key until it is answered. Every other document is put on hold before anybody approves. In the
// end no notice was sent twice and none is missing of a document that is still there, all that was approved and had its time
// is destroyed and nothing that was held, each lifecycle follows the newest policy, and the ledger holds.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills, minutes } = program({ kills: { usual: 100 }, minutes: { usual: 50 } });
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const lifecycle = 'documents/lifecycle';

const server = await openKilledServer(kind, { CHANCERY_EMAIL_VERIFICATION: 'optional' });
const posted = (path: string, body: object) => server.answered(path, () => posting(body));
const changing = (method: 'PUT' | 'PATCH', body: object): RequestInit => ({ ...posting(body), method });

interface Made {
  readonly id: string;
  readonly name: string;
  readonly isHeld: boolean;
  /** Whether its destruction had the time that it takes before the policy changed, after which it is asked about again (RET-3). */
  readonly hadItsTime: boolean;
}
const documents: Made[] = [];
let wrong = 0;
const expectIt = (holds: boolean, what: string) => {
  if (holds) return;
  wrong += 1;
  console.error(`wrong: ${what}`);
};

try {
  const { policyId } = await policyForAll();
  const begun = performance.now();
  let graceDays = 0;
  while (server.kills() < kills && performance.now() - begun < minutes * 60_000) {
    graceDays = (graceDays + 1) % 300;
    const changed = await server.killedOver(
      `${lifecycle}/policies/${policyId}`,
      () => changing('PATCH', { graceDays }),
      100,
    );
    expectIt(changed.status === 200, `the policy: ${changed.status} ${changed.code}`);
    documents.push(await livedThrough(documents.length));
  }
  const seen = await server.twoDaysLater(swept);
  const destroyed = new Set(seen.destroyed);
  const mailsAbout = (name: string) =>
    seen.mails.filter(({ subject }) => subject === `Look at the date of ${name}`).length;
  const there = documents.filter(({ id }) => !destroyed.has(id));
  const approved = documents.filter(({ isHeld }) => !isHeld);
  const count = (made: readonly Made[], isWrong: (one: Made) => boolean) => made.filter(isWrong).length;
  const figures: [string, number, number][] = [
    ['answers that were wrong', wrong, 0],
    ['documents that somebody was told of twice', count(documents, ({ name }) => mailsAbout(name) > 1), 0],
    [
      'documents that are there and nobody was told of',
      count(there, ({ name }) => mailsAbout(name) === 0),
      0,
    ],
    ['notices of documents that are there, by the ledger', seen.noticed, there.length],
    ['approved, with time to end, and still there', count(there, (one) => !one.isHeld && one.hadItsTime), 0],
    ['documents that were held and are destroyed', seen.heldAndDisposed, 0],
    ['destroyed without being approved', destroyed.size - count(approved, ({ id }) => destroyed.has(id)), 0],
    ['lines of the ledger: destroyed', seen.told['document.disposed'] ?? 0, destroyed.size],
    ['lifecycles that follow an older policy', seen.stale, 0],
    ['actions that were made twice', seen.twice, 0],
    ['jobs that did not end well', seen.unfinished, 0],
    ['ledgers that do not hold', seen.broken, 0],
  ];
  const lines = figures.map(([what, is, should]) => [
    what,
    is,
    is === should ? 'ok' : `WRONG, not ${should}`,
  ]);
  printTable(
    [`lifecycles on ${kind}`, '', ''],
    [
      ['SIGKILLs, each followed by the same call', server.kills(), ''],
      ['documents, of them destroyed', `${documents.length}, ${destroyed.size}`, ''],
      ...lines,
    ],
  );
  if (figures.some(([, is, should]) => is !== should)) process.exitCode = 1;
} finally {
  await server.close();
}

/** What has expired may be destroyed from the next day on, as soon as one person approves it. */
async function policyForAll(): Promise<{ readonly policyId: string }> {
  const made = await posted(`${lifecycle}/policies`, {
    name: 'Everything',
    basis: 'document_date',
    requireConfirmation: false,
    notices: [{ daysBefore: 0, recipients: ['document_owner'] }],
    retention: { trigger: 'expired', months: 0, approvals: 1, coolOffDays: 0 },
  });
  const policyId: string = made.data.policy.id;
  await posted(`${lifecycle}/policies/${policyId}/assignments`, { scope: 'workspace' });
  return { policyId };
}

/** One document from its upload to its end: the server dies over its plan, its notice and its approval. */
async function livedThrough(number: number): Promise<Made> {
  const name = `Deed ${number}`;
  const isHeld = number % 2 === 1;
  const form = () => {
    const body = new FormData();
    body.set('name', name);
    body.set('file', new Blob([`What ${name} says.`], { type: 'text/plain' }), 'deed.txt');
    return { method: 'POST', body };
  };
  const uploaded = await server.answered('documents/upload', form);
  const id: string = uploaded.data.document.id;
  const said = () => changing('PUT', { statedExpiresOn: day(-3) });
  await server.answered(`documents/${id}/lifecycle`, said);

  const operations = `${lifecycle}/operations`;
  const planned = await server.killedOver(
    `${operations}/worker/plan`,
    () => posting({ documentIds: [id] }),
    120,
  );
  expectIt(planned.status === 201, `${name}, planned: ${planned.status} ${planned.code}`);
  const noticed = await server.killedOver(
    `${operations}/worker/actions`,
    () =>
      posting({
        kind: 'send_notice',
        documentId: id,
        params: { daysBefore: 0 },
        reason: 'Asked for by hand',
      }),
    250,
  );
  expectIt(noticed.status === 201, `${name}, told of: ${noticed.status} ${noticed.code}`);

  const candidateId = await candidateOf(id, operations);
  if (isHeld)
    await posted(`${operations}/documents/${id}/legal-holds`, { matter: 'Byron', reason: 'A suit' });
  const approval = await server.killedOver(
    `${operations}/retention/${candidateId}/review`,
    () => posting({ decision: 'approve', confirmName: name }),
    250,
  );
  const right = isHeld
    ? approval.code === 'document.legal_hold' || approval.code === 'retention.invalid_state'
    : approval.status === 201;
  expectIt(right, `${name}, approved: ${approval.status} ${approval.code}`);
  // What was approved under an older policy would be asked about again (RET-3).
  const hadItsTime = isHeld || (await isDestroyedInTime(id));
  return { id, name, isHeld, hadItsTime };
}

/** What a killed process had begun comes back when its lease is over, which takes longer than anybody waits here. */
async function isDestroyedInTime(documentId: string): Promise<boolean> {
  for (let look = 0; look < 100; look += 1) {
    const found = await server.sent(`documents/${documentId}`);
    if (found?.data?.document?.status === 'disposed') return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

async function candidateOf(documentId: string, operations: string): Promise<string> {
  const found = async () =>
    (await server.sent(`${operations}/retention?documentId=${documentId}`))?.data?.candidates[0]?.id;
  const asked = { kind: 'create_candidate', documentId, reason: 'Asked for by hand' };
  await posted(`${operations}/worker/actions`, asked);
  for (let look = 0; look < 300; look += 1) {
    const id: string | undefined = await found();
    if (id !== undefined) return id;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('There is no candidate');
}

/** What is left to be done is done, by the clock too; then what the database and the mailbox know. */
async function swept({ database: { pool }, worker }: Application) {
  // What a killed process had begun comes back when its lease is over, which takes minutes.
  await pool.query("update jobs set lease_expires_at = now() - interval '1 second' where status = 'running'");
  await pool.query("update jobs set available_at = now() where status = 'retrying'");
  await worker.drain();
  for (const topic of ['lifecycle.plan', 'lifecycle.start_actions', 'lifecycle.notices'])
    await worker.run(topic);
  await worker.run('lifecycle.evaluate_retention');
  // What lost its process as often as it may be tried is dead, and goes on when an operator replays it.
  const replayed = await pool.query(
    "update jobs set status = 'retrying', attempts = 0 where status = 'dead' and last_error_code = 'lease_lost' returning topic",
  );
  for (const { topic } of replayed.rows)
    console.error(`replayed, because its process was killed each time: ${topic}`);
  await pool.query("update jobs set available_at = now() where status = 'retrying'");
  await worker.drain();
  const rows = async <T>(text: string) => (await pool.query(text)).rows as T[];
  const [counts] = await rows<Record<string, number>>(
    `select (select count(*)::int from audit_event e join documents d on d.id::text = e.target_id
              where e.action = 'lifecycle.notice_sent' and d.status <> 'disposed') noticed,
            (select count(*)::int from documents d where d.status = 'disposed' and exists
              (select from document_holds h where h.document_id = d.id)) held,
            (select count(*)::int from document_lifecycles l join expiration_policies p on p.id = l.policy_id
              join documents d on d.id = l.document_id
              where l.policy_revision <> p.revision and d.status <> 'disposed') stale,
            (select count(*)::int from (select 1 from lifecycle_actions where status = 'succeeded' and kind = 'send_notice'
              group by document_id having count(*) > 1) twice) twice`,
  );
  const unfinished = await rows<Record<string, unknown>>(
    "select topic, status, attempts, last_error_code, last_error_message from jobs where status <> 'succeeded'",
  );
  for (const job of unfinished) console.error('did not end well:', job);
  const told = await rows<{ action: string; count: number }>(
    'select action, count(*)::int from audit_event group by action',
  );
  const broken = await brokenLedgers(pool);
  // A mail that a killed process handed on without noting it is handed on again, under the same message id.
  const mails = [
    ...new Map((await readSpool(join(server.folder, 'mail'))).map((mail) => [mail.id, mail])).values(),
  ];
  const value = (name: string) => counts?.[name] ?? -1;
  return {
    noticed: value('noticed'),
    destroyed: (await rows<{ id: string }>("select id from documents where status = 'disposed'")).map(
      ({ id }) => id,
    ),
    heldAndDisposed: value('held'),
    stale: value('stale'),
    twice: value('twice'),
    told: Object.fromEntries(told.map(({ action, count }) => [action, count])),
    mails,
    unfinished: unfinished.length,
    broken,
  };
}
