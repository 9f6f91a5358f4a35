import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { attachedTo, signaturesBy, textOfPdf } from './testing/pdf-programs.ts';
import { answerOf } from './testing/people.ts';
import { bytesOf, faultOf, openSigningStory, type SigningStory } from './testing/signing-story.ts';

const [ann, bob] = ['ann@example.org', 'bob@example.org'];
const hour = 3600;

describe('documents 12, walk-through 4: deadline and second chance', () => {
  let story: SigningStory;
  let documentId: string;
  before(async () => {
    story = await openSigningStory();
  });
  after(() => story?.close());
  const inHours = (hours: number) =>
    new Date(Date.parse(story.installation.now()) + hours * hour * 1000).toISOString();
  const statuses = async () =>
    (await story.read(documentId)).signers.map(({ name, status }) => [name, status]);

  it('of two who sign at once one is in time, and then the round ends for the other', async () => {
    documentId = await story.sent({
      deadlineAt: inHours(2),
      signingOrder: 'parallel',
      signers: [
        { name: 'Ann Example', email: ann },
        { name: 'Bob Boss', email: bob },
      ],
    });
    const token = await story.tokenOf(bob);
    expect(await story.sign(ann)).to.include({ remaining: 1, documentStatus: 'sent' });

    story.installation.advance(3 * hour);
    await story.installation.run('documents.expire_rounds');

    expect((await story.read(documentId)).document.signatureStatus).to.equal('expired');
    expect(await statuses()).to.deep.equal([
      ['Ann Example', 'completed'],
      ['Bob Boss', 'expired'],
    ]);
    for (const call of [
      story.anybody.signing.getSigningLink({ token }),
      story.anybody.signing.getSigningContent({ token }),
    ])
      expect(await faultOf(call)).to.deep.equal([410, 'link.gone', 'expired']);
    const subjects = async (address: string) => (await story.mailsTo(address)).map(({ subject }) => subject);
    expect(await subjects(bob)).to.include('The time to sign is over: Rental agreement');
    expect(await subjects('ada@example.com')).to.include('Not signed in time: Rental agreement');
    expect((await subjects(ann)).filter((subject) => subject.includes('over'))).to.deep.equal([]);
  });

  it('with a new deadline the same round goes on: who has signed is done, and the other gets a fresh link', async () => {
    const { ada } = story;
    const old = await story.tokenOf(bob);
    expect(await refusalOf(ada.signing.sendDocument({ documentId }))).to.deep.equal([
      409,
      'signing.deadline_passed',
    ]);

    const deadlineAt = inHours(24);
    const sent = await answerOf((facts) => ada.signing.sendDocument({ documentId, deadlineAt }, facts));

    const { signature, signers } = sent.data;
    expect([sent.status, signature.round, signature.status, signature.deadlineAt]).to.deep.equal([
      201,
      1,
      'sent',
      deadlineAt,
    ]);
    expect(signers.map(({ status }) => status)).to.deep.equal(['completed', 'sent']);
    expect(await story.tokenOf(bob)).to.not.equal(old);
    expect((await faultOf(story.anybody.signing.getSigningLink({ token: old })))[0]).to.equal(410);
    const { recipients } = await story.anybody.signing.getSigningLink({ token: await story.tokenOf(bob) });
    expect(recipients.map(({ status }) => status)).to.deep.equal(['completed', 'sent']);
  });

  it('he signs, and the sealed file names both', async () => {
    expect(await story.sign(bob)).to.include({ remaining: 0, documentStatus: 'completed' });
    await story.mailsTo(bob);

    const { document, rounds } = await story.read(documentId);
    expect([document.signatureStatus, rounds.map(({ status }) => status)]).to.deep.equal([
      'sealed',
      ['sealed'],
    ]);
    const sealed = await bytesOf(story.ada.documents.getDocumentContent({ documentId }));
    expect(await signaturesBy(sealed))
      .to.include('Signature is Valid')
      .and.include('Total document signed');
    const certificate = await textOfPdf(
      await bytesOf(story.ada.signing.getSigningCertificate({ documentId })),
    );
    for (const words of [
      'Ann Example',
      ann,
      'Bob Boss',
      bob,
      'Deadline passed',
      'Reopened with a new deadline',
    ])
      expect(certificate).to.include(words);
    const { recipients } = JSON.parse((await attachedTo(sealed, 'chancery-evidence.json')).toString('utf8'));
    expect(recipients.map(({ completedAt }: { completedAt: unknown }) => completedAt === null)).to.deep.equal(
      [false, false],
    );
  });
});
