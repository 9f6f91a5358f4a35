import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPglite } from '@chancery/adapters-persistence';
import { Chancery, memorySession } from '@chancery/sdk';
import { expect } from 'chai';
import { copyMigratedDatabase } from '../../../adapters-persistence/src/testing/snapshot.ts';
import { deliveredMail } from '../../../adapters-services/src/mail/testing/delivered-mail.ts';
import { openSmtpReceiver } from '../../../adapters-services/src/mail/testing/smtp-receiver.ts';
import { freePort, until } from '../testing/server-process.ts';
import { refusalOf, storyPassword } from './testing/installation.ts';
import { signaturesBy } from './testing/pdf-programs.ts';
import { openSealingLives, type SealingLives } from './testing/sealing-lives.ts';
import { allSealingSteps, mailsTwice, usualSealingSteps } from './testing/sealing-steps.ts';
import { aContract } from './testing/signing-samples.ts';
import { bytesOf, completionOf, signatureField } from './testing/signing-story.ts';

const ann = (index: number) => `ann-${index}@example.org`;
const steps: readonly string[] =
  process.env.CHANCERY_ALL_SEALING_KILLS === 'true' ? allSealingSteps : usualSealingSteps;
/** Longer than the lease of a job, so that the next process takes up what the lost one held. */
const secondsBetweenLives = 601;
/** A busy machine takes long to start what draws and seals. */
const busySeconds = 240;

describe('documents 12, walk-through 10: crash test', function () {
  this.timeout(900_000);
  let folder: string;
  let baseUrl: string;
  let lives: SealingLives;
  let mailer: Awaited<ReturnType<typeof openSmtpReceiver>>;
  let ada: Chancery;
  let anybody: Chancery;
  const documentIds: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-kills-'));
    await copyMigratedDatabase(join(folder, 'database'));
    mailer = await openSmtpReceiver();
    const port = await freePort();
    baseUrl = `http://127.0.0.1:${port}`;
    lives = await openSealingLives({
      CHANCERY_DATA_DIR: folder,
      CHANCERY_LISTEN: `127.0.0.1:${port}`,
      CHANCERY_DEV: 'true',
      CHANCERY_SMTP_URL: `smtp://127.0.0.1:${mailer.port}`,
      CHANCERY_EMAIL_VERIFICATION: 'optional',
      CHANCERY_RATE_LIMIT_SCALE: '10',
      CHANCERY_SEAL_ALGORITHM: 'ec-p256',
      CHANCERY_PDF_WORKER_PROCESSES: '1',
    });
    await lives.begin(0);
    const session = memorySession();
    anybody = new Chancery({ baseUrl, maxRetries: 0 });
    const person = { email: 'ada@example.com', displayName: 'Ada', password: storyPassword };
    await session.save(await anybody.identity.registerAccount(person));
    ada = new Chancery({ baseUrl, session, maxRetries: 0 });
    for (const index of steps.keys()) documentIds.push(await sent(index));
    for (const index of steps.keys()) await mailed(ann(index), 'Please sign');
  });
  after(async () => {
    await lives?.close();
    await mailer?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function sent(index: number): Promise<string> {
    const file = new Blob([new Uint8Array(aContract())], { type: 'application/pdf' });
    const { document } = await ada.documents.uploadDocument({ file, name: `Contract ${index}` });
    const documentId = document.id;
    const inspected = async () =>
      !(await ada.documents.getDocument({ documentId })).document.contentFlags.includes('uninspected');
    await until(inspected, () => 'the file was never looked into', busySeconds);
    await ada.signing.sendDocument({
      documentId,
      signers: [{ key: 'ann', name: 'Ann Example', email: ann(index) }],
      fields: [signatureField('ann')],
    });
    return documentId;
  }
  /** What a mail server has received: the address, the subject, and by which Message-ID. */
  const mails = () =>
    mailer.received.map(({ raw, to: [address = ''] }) => ({ address, ...deliveredMail(raw) }));
  const mailsTo = (address: string, beginning: string) =>
    mails().filter((mail) => mail.address === address && mail.subject.startsWith(beginning));
  const mailed = (address: string, beginning: string) =>
    until(
      async () => mailsTo(address, beginning).length > 0,
      () => `no mail to ${address} begins with ${beginning}`,
      busySeconds,
    );
  async function sign(index: number): Promise<void> {
    const [mail] = mailsTo(ann(index), 'Please sign');
    const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const view = await anybody.signing.getSigningLink({ token });
    await anybody.signing.completeSigning({ token, ...completionOf(view) });
  }
  const statusOf = async (index: number) =>
    (await ada.documents.getDocument({ documentId: documentIds[index] ?? '' })).document.signatureStatus;

  for (const [index, step] of steps.entries())
    it(`a process that is lost ${step.replace(/ 1$/, '')} leaves what the next one ends`, async () => {
      const { killed } = await lives.killAt({ step, copyTo: ann(index) });
      const first = sign(index).catch(() => undefined);
      await killed;
      await first;
      await lives.begin((index + 1) * secondsBetweenLives);

      const isLost = step.startsWith('before completed');
      expect((await statusOf(index)) === 'sent').to.equal(isLost);
      if (isLost) await sign(index);
      else expect((await refusalOf(sign(index)))[0]).to.be.oneOf([409, 410]);

      await until(
        async () => (await statusOf(index)) === 'sealed',
        () => 'never sealed',
        busySeconds,
      );
      await mailed(ann(index), 'Your copy');
    });

  it('each document was completed once and sealed once, and everybody has one mail about it', async () => {
    const contents: Buffer[] = [];
    for (const [index, documentId] of documentIds.entries()) {
      await mailed('ada@example.com', `Signed by everybody: Contract ${index}`);
      const { versions } = await ada.documents.getDocument({ documentId });
      expect(versions.map(({ kind }) => kind).toSorted()).to.deep.equal([
        'certificate',
        'original',
        'sealed',
        'signing_copy',
      ]);
      contents.push(await bytesOf(ada.documents.getDocumentContent({ documentId, variant: 'sealed' })));
    }
    await lives.close();

    for (const sealed of contents)
      expect(await signaturesBy(sealed))
        .to.include('Signature is Valid')
        .and.include('Total document signed');
    const database = await openPglite(join(folder, 'database'));
    const { rows } = await database.pool.query<{ action: string; count: number }>(
      `select action, count(*)::int "count" from audit_event where action in ('document.completed', 'document.sealed')
       group by action order by action`,
    );
    await database.close();
    expect(rows).to.deep.equal([
      { action: 'document.completed', count: steps.length },
      { action: 'document.sealed', count: steps.length },
    ]);
    // Whoever is killed between handing on a mail and noting it hands on the same mail again: its Message-ID shows that.
    const idsOf = new Map<string, Set<string>>();
    for (const { address, subject, messageId } of mails())
      idsOf.set(`${address} ${subject}`, (idsOf.get(`${address} ${subject}`) ?? new Set()).add(messageId));
    expect([...idsOf].filter(([, ids]) => ids.size > 1)).to.deep.equal([]);
    for (const index of steps.keys())
      expect(mailsTo(ann(index), 'Your copy').length).to.be.at.most(mailsTwice(steps[index] ?? '') ? 2 : 1);
  });
});
