import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openPglite } from '@chancery/adapters-persistence';
import { Chancery, memorySession } from '@chancery/sdk';
import { deliveredMail } from '../packages/adapters-services/src/mail/testing/delivered-mail.ts';
import { openSmtpReceiver } from '../packages/adapters-services/src/mail/testing/smtp-receiver.ts';
import { openSealingLives } from '../packages/server/src/stories/testing/sealing-lives.ts';
import { allSealingSteps, mailsTwice } from '../packages/server/src/stories/testing/sealing-steps.ts';
import { aContract } from '../packages/server/src/stories/testing/signing-samples.ts';
import { completionOf, signatureField } from '../packages/server/src/stories/testing/signing-story.ts';
import { benchDatabase } from './harness/bench-database.ts';
import { dataFolder } from './harness/chancery-server.ts';
import { freePort } from './harness/child-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// A server is killed at every step of completion and sealing in turn, each time over another document, and the next one goes on
// with what it left. In the end each document was completed once and sealed once, and everybody has one mail about it.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills, minutes } = program({
  kills: { usual: 110 },
  /** After which there are no more of them. */
  minutes: { usual: 120 },
});
const endsAt = performance.now() + minutes * 60_000;
/** Longer than the lease of a job, so that the next process takes up what the lost one held. */
const secondsBetweenLives = 601;
const password = 'a long walk by the river';

const folder = dataFolder();
const database = kind === 'postgres' ? await benchDatabase() : null;
const mailer = await openSmtpReceiver();
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
if (database === null) {
  const embedded = await openPglite(join(folder.path, 'database'));
  await embedded.migrate();
  await embedded.close();
}
// What is killed is bundled: it needs no loader, and begins sooner without one.
process.execArgv = [];
const lives = await openSealingLives({
  CHANCERY_DATA_DIR: folder.path,
  CHANCERY_LISTEN: `127.0.0.1:${port}`,
  CHANCERY_DEV: 'true',
  CHANCERY_SMTP_URL: `smtp://127.0.0.1:${mailer.port}`,
  CHANCERY_EMAIL_VERIFICATION: 'optional',
  CHANCERY_RATE_LIMIT_SCALE: '0',
  CHANCERY_SEAL_ALGORITHM: 'ec-p256',
  CHANCERY_PDF_WORKER_PROCESSES: '1',
  ...(database === null ? {} : { CHANCERY_DATABASE_URL: database.url }),
});
const anybody = new Chancery({ baseUrl, maxRetries: 0 });

interface Killed {
  readonly ada: Chancery;
  readonly documentId: string;
  readonly step: string;
  readonly ann: string;
}
const done: Killed[] = [];
const faults: string[] = [];

try {
  await lives.begin(0);
  let ada = await sender(0);
  for (let index = 0; index < kills && performance.now() < endsAt; index += 1) {
    // A workspace may mail only so many strangers in a day.
    if (index > 0 && index % allSealingSteps.length === 0) ada = await sender(index);
    await killOver(ada, index);
    if ((index + 1) % allSealingSteps.length === 0) console.log(`${index + 1} of ${kills}`);
  }
  const versions = await versionsOf();
  for (const { ann } of done) await mailed(ann, 'Your copy');
  await settled();
  await lives.close();
  await report(versions);
} finally {
  await lives.close();
  await mailer.close();
  await database?.drop();
  folder.remove();
}

async function sender(index: number): Promise<Chancery> {
  const session = memorySession();
  const person = { email: `ada-${index}@example.com`, displayName: 'Ada', password };
  await session.save(await anybody.identity.registerAccount(person));
  return new Chancery({ baseUrl, session, maxRetries: 2 });
}

async function killOver(ada: Chancery, index: number): Promise<void> {
  const step = allSealingSteps[index % allSealingSteps.length] ?? '';
  const ann = `ann-${index}@example.org`;
  const documentId = await sent(ada, index, ann);
  await mailed(ann, 'Please sign');
  const { killed } = await lives.killAt({ step, copyTo: ann });
  const first = sign(ann).catch(() => undefined);
  await killed;
  await first;
  await lives.begin((index + 1) * secondsBetweenLives);
  const statusOf = async () => (await ada.documents.getDocument({ documentId })).document.signatureStatus;
  const isLost = step.startsWith('before completed');
  if (((await statusOf()) === 'sent') !== isLost) faults.push(`${step}: completed or not`);
  if (isLost) await sign(ann);
  else if (
    await sign(ann).then(
      () => true,
      () => false,
    )
  )
    faults.push(`${step}: signed twice`);
  await until(async () => (await statusOf().catch(() => '')) === 'sealed', `${step}: sealed`);
  done.push({ ada, documentId, step, ann });
}

async function sent(ada: Chancery, index: number, ann: string): Promise<string> {
  const file = new Blob([new Uint8Array(aContract())], { type: 'application/pdf' });
  const { document } = await ada.documents.uploadDocument({ file, name: `Contract ${index}` });
  const documentId = document.id;
  const flags = async () => (await ada.documents.getDocument({ documentId })).document.contentFlags;
  await until(
    async () => !(await flags().catch(() => ['uninspected'])).includes('uninspected'),
    'looked into',
  );
  await ada.signing.sendDocument({
    documentId,
    signers: [{ key: 'ann', name: 'Ann Example', email: ann }],
    fields: [signatureField('ann')],
  });
  return documentId;
}

async function sign(ann: string): Promise<void> {
  const [mail] = mailsTo(ann, 'Please sign');
  const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
  const view = await anybody.signing.getSigningLink({ token });
  await anybody.signing.completeSigning({ token, ...completionOf(view) });
}

function mailsTo(address: string, beginning: string) {
  return mailer.received
    .filter(({ to }) => to[0] === address)
    .map(({ raw }) => deliveredMail(raw))
    .filter(({ subject }) => subject.startsWith(beginning));
}

async function mailed(address: string, beginning: string): Promise<void> {
  await until(async () => mailsTo(address, beginning).length > 0, `a mail to ${address}: ${beginning}`);
}

async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 240_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`This never came about: ${what}`);
    await wait(50);
  }
}

/** What is still on its way to the owners arrives. */
async function settled(): Promise<void> {
  for (const [index] of done.entries()) {
    const owner = `ada-${index - (index % allSealingSteps.length)}@example.com`;
    await mailed(owner, `Signed by everybody: Contract ${index}`);
  }
}

/** The kinds of versions of each document. */
async function versionsOf(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { ada, documentId } of done) {
    const { versions } = await ada.documents.getDocument({ documentId });
    found.push(
      versions
        .map(({ kind: each }) => each)
        .toSorted()
        .join(),
    );
  }
  return found;
}

async function ledgerCounts(): Promise<Readonly<Record<string, number>>> {
  const statement = `select action, count(*)::int "count" from audit_event
    where action in ('document.completed', 'document.sealed') group by action`;
  const rows = async (query: (text: string) => Promise<{ rows: { action: string; count: number }[] }>) =>
    Object.fromEntries((await query(statement)).rows.map(({ action, count }) => [action, count]));
  if (database !== null) return rows((text) => database.client.query(text));
  const embedded = await openPglite(join(folder.path, 'database'));
  const counted = await rows((text) => embedded.pool.query(text));
  await embedded.close();
  return counted;
}

async function report(versions: readonly string[]): Promise<void> {
  const counted = await ledgerCounts();
  const ids = done.map(
    ({ ann }) => new Set(mailsTo(ann, 'Your copy').map(({ messageId }) => messageId)).size,
  );
  const tooMany = done.filter(
    ({ ann, step }) => mailsTo(ann, 'Your copy').length > (mailsTwice(step) ? 2 : 1),
  );
  const lines: [string, number, number][] = [
    [`SIGKILLs, ${allSealingSteps.length} steps in turn`, done.length, done.length],
    ['completions in the ledger', counted['document.completed'] ?? 0, done.length],
    ['seals in the ledger', counted['document.sealed'] ?? 0, done.length],
    [
      'documents with one sealed file and one certificate',
      versions.filter((kinds) => kinds === 'certificate,original,sealed,signing_copy').length,
      done.length,
    ],
    ['people whose copy came by one Message-ID', ids.filter((each) => each === 1).length, done.length],
    ['people with more mails than they were due', tooMany.length, 0],
    ['other faults', faults.length, 0],
  ];
  for (const fault of faults) console.error(fault);
  printTable([kind === 'postgres' ? 'PostgreSQL' : 'PGlite', 'found', 'expected'], lines);
  process.exitCode = lines.every(([, found, expected]) => found === expected) ? 0 : 1;
}
