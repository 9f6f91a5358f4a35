import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { madeFiles } from '../../../adapters-services/src/seal-keys/testing/made-files.ts';
import { refusalOf } from './testing/installation.ts';
import { signaturesBy } from './testing/pdf-programs.ts';
import { answerOf } from './testing/people.ts';
import { openRepairableAuthority, type RepairableAuthority } from './testing/repairable-authority.ts';
import { bytesOf, openSigningStory, type SigningStory } from './testing/signing-story.ts';

const ann = 'ann@example.org';
/** Between the eight attempts (documents 9); each may be a fifth later. */
const secondsToNextAttempt = [10, 30, 90, 270, 810, 2430, 7200];
const inTwoHours = ({ installation }: SigningStory) =>
  new Date(Date.parse(installation.now()) + 2 * 3_600_000).toISOString();

/** A contract that Ann has signed, and for which all was tried that could be tried at once. */
async function signed(story: SigningStory): Promise<string> {
  const documentId = await story.sent({
    deadlineAt: inTwoHours(story),
    signers: [{ name: 'Ann Example', email: ann }],
  });
  await story.sign(ann);
  await story.mailsTo(ann);
  return documentId;
}
const sealOf = async (story: SigningStory, documentId: string) => {
  const { document, signature } = await story.read(documentId);
  const { status, level, failureCode, timestamp } = signature?.seal ?? {};
  return [document.signatureStatus, status, level, failureCode, timestamp?.status];
};
const sealedBytes = ({ ada }: SigningStory, documentId: string) =>
  bytesOf(ada.documents.getDocumentContent({ documentId, variant: 'sealed' }));

describe('documents 12, walk-through 5: the seal breaks', () => {
  let story: SigningStory;
  let folder: string;
  const keyFile = () => join(folder, 'seal.key');
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-seal-'));
    const { key, chain } = await madeFiles('rsa', { days: 1 });
    await writeFile(keyFile(), key);
    await writeFile(join(folder, 'seal.crt'), chain);
    story = await openSigningStory({
      CHANCERY_SEAL_KEY_FILE: keyFile(),
      CHANCERY_SEAL_CERT_FILE: join(folder, 'seal.crt'),
    });
  });
  after(async () => {
    await story?.close();
    await rm(folder, { recursive: true });
  });
  /** What the health says of the seal, a minute after it was asked last. */
  const health = async () => {
    story.installation.advance(61);
    const { status, dependencies } = await story.anybody.health.getHealth();
    return [status, dependencies.find(({ name }) => name === 'seal')?.status];
  };

  it('nothing is sent with a deadline that a certificate which ends tomorrow does not reach', async () => {
    const send = story.sent({ signers: [{ name: 'Ann Example', email: ann }] });

    expect(await refusalOf(send)).to.deep.equal([409, 'seal.not_ready']);
    expect(await story.mailsTo(ann)).to.deep.equal([]);
    expect(await health()).to.deep.equal(['ok', 'ok']);
  });

  it('a key that cannot be read any more leaves the signatures as they are, and everybody who should know knows', async () => {
    const documentId = await story.sent({
      deadlineAt: inTwoHours(story),
      signers: [{ name: 'Ann Example', email: ann }],
    });
    await rename(keyFile(), `${keyFile()}.away`);
    expect((await story.sign(ann)).documentStatus).to.equal('completed');
    await story.mailsTo(ann);
    expect(await sealOf(story, documentId)).to.deep.equal([
      'completed',
      'queued',
      null,
      'seal.key_unavailable',
      'none',
    ]);
    for (const seconds of secondsToNextAttempt) {
      story.installation.advance(1.2 * seconds + 1);
      await story.mailsTo(ann);
    }

    expect(await sealOf(story, documentId)).to.deep.equal([
      'completed',
      'failed',
      null,
      'seal.key_unavailable',
      'none',
    ]);
    expect(await health()).to.deep.equal(['degraded', 'degraded']);
    const subjects = (await story.mailsTo('ada@example.com')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Not sealed yet: Rental agreement')).to.have.length(1);
    expect(await refusalOf(story.ada.signing.getSigningCertificate({ documentId }))).to.deep.equal([
      409,
      'document.not_sealed',
    ]);

    await rename(`${keyFile()}.away`, keyFile());
    const again = await answerOf((facts) =>
      story.whileWorking(story.ada.signing.sealDocument({ documentId }, facts)),
    );

    expect([again.status, again.data.seal.status, again.data.document.signatureStatus]).to.deep.equal([
      201,
      'sealed',
      'sealed',
    ]);
    expect(await signaturesBy(await sealedBytes(story, documentId)))
      .to.include('Signature is Valid')
      .and.include('Total document signed');
    expect(await health()).to.deep.equal(['ok', 'ok']);
  });
});

describe('documents 12, walk-through 5: the time-stamp authority answers garbage', () => {
  let authority: RepairableAuthority;
  let story: SigningStory | undefined;
  before(async () => {
    authority = await openRepairableAuthority();
  });
  beforeEach(() => authority.breakDown());
  afterEach(() => story?.close());
  after(() => authority?.close());
  const stamped = async (policy: string) => {
    story = await openSigningStory(
      { CHANCERY_TSA_URL: authority.url, CHANCERY_TSA_POLICY: policy },
      { modules: [authority.egress] },
    );
    return story;
  };

  it('by best effort the file is sealed without a time-stamp, and says so', async () => {
    const here = await stamped('best_effort');
    const documentId = await signed(here);

    expect(await sealOf(here, documentId)).to.deep.equal(['sealed', 'sealed', 'B-B', null, 'unavailable']);
    expect(await signaturesBy(await sealedBytes(here, documentId))).to.include('Signature is Valid');
    expect(authority.asked).to.be.at.least(3);
  });

  it('where one is required it waits, and has one when the authority is repaired', async () => {
    const here = await stamped('require');
    const documentId = await signed(here);
    expect(await sealOf(here, documentId)).to.deep.equal([
      'completed',
      'queued',
      null,
      'seal.timestamp_unavailable',
      'none',
    ]);

    authority.repair();
    here.installation.advance(60);
    await here.mailsTo(ann);

    expect(await sealOf(here, documentId)).to.deep.equal(['sealed', 'sealed', 'B-T', null, 'granted']);
    const sealed = await sealedBytes(here, documentId);
    expect(await authority.verdictOn(sealed)).to.include('Verification: OK');
    expect(await signaturesBy(sealed))
      .to.include('Signature is Valid')
      .and.include('Total document signed');
  });
});
