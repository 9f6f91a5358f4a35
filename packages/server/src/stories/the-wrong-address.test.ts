import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import { attachedTo, signaturesBy, textOfPdf } from './testing/pdf-programs.ts';
import { answerOf } from './testing/people.ts';
import { bytesOf, faultOf, openSigningStory, type SigningStory } from './testing/signing-story.ts';

const wrong = 'ann@exmaple.org';
const right = 'ann@example.org';

describe('documents 12, walk-through 2: the wrong address', () => {
  let story: SigningStory;
  let documentId: string;
  let ann: { readonly documentId: string; readonly signerId: string };
  before(async () => {
    story = await openSigningStory();
  });
  after(() => story?.close());

  it('who was sent to the wrong address is corrected: the link there ends, and a fresh one is mailed', async () => {
    documentId = await story.sent({ signers: [{ name: 'Ann Example', email: wrong }] });
    const astray = await story.tokenOf(wrong);
    expect((await story.anybody.signing.getSigningLink({ token: astray })).status).to.equal('ready');
    const [signer] = (await story.read(documentId)).signers;
    ann = { documentId, signerId: signer?.id ?? '' };

    const corrected = await answerOf((facts) =>
      story.ada.signing.updateSigner({ ...ann, email: right }, facts),
    );

    expect([corrected.status, corrected.data.signer.email, corrected.data.signer.linkVersion]).to.deep.equal([
      200,
      right,
      2,
    ]);
    for (const call of [
      story.anybody.signing.getSigningLink({ token: astray }),
      story.anybody.signing.getSigningContent({ token: astray }),
      story.anybody.signing.declineSigning({ token: astray, reason: 'Who is this?' }),
    ])
      expect(await faultOf(call)).to.deep.equal([410, 'link.gone', 'superseded']);
    const token = await story.tokenOf(right);
    expect((await story.anybody.signing.getSigningLink({ token })).status).to.equal('ready');
    expect(await story.mailsTo(wrong)).to.have.length(1);
  });

  it('of two reminders at once one is sent', async () => {
    const remind = () => refusalOf(story.ada.signing.remindSigner(ann));

    const both = await Promise.all([remind(), remind()]);

    expect(both.toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))).to.deep.equal([
      [null, 'none'],
      [429, 'signer.reminded_recently'],
    ]);
    expect(await story.mailsTo(right)).to.have.length(2);
  });

  it('she declines with a reason, of which the owner is told', async () => {
    const token = await story.tokenOf(right);
    const reason = 'The rent is wrong.';

    const declined = await answerOf((facts) =>
      story.anybody.signing.declineSigning({ token, reason }, facts),
    );

    expect([declined.status, declined.data.documentStatus]).to.deep.equal([201, 'declined']);
    const [mail, ...others] = (await story.mailsTo('ada@example.com')).filter(({ subject }) =>
      subject.startsWith('Declined'),
    );
    expect(others).to.deep.equal([]);
    expect(mail?.text).to.include(reason).and.include('Ann Example');
    expect(await faultOf(story.anybody.signing.getSigningLink({ token }))).to.deep.equal([
      410,
      'link.gone',
      'declined',
    ]);
  });

  it('a second round with the same fields is signed and sealed, and the certificate is about it alone', async () => {
    const before = (await story.read(documentId)).fields;
    const { signature, fields } = await story.ada.signing.setDocumentSigners({
      documentId,
      signers: [{ name: 'Ann Example', email: right }],
    });
    const places = (all: typeof fields) =>
      all.map(({ kind, page, x, y, width, height }) => [kind, page, x, y, width, height]);
    expect([signature.round, signature.status, places(fields)]).to.deep.equal([
      2,
      'preparing',
      places(before),
    ]);
    await story.ada.signing.sendDocument({ documentId });

    expect((await story.sign(right)).documentStatus).to.equal('completed');
    await story.mailsTo(right);

    const { document, rounds } = await story.read(documentId);
    expect(document.signatureStatus).to.equal('sealed');
    expect(rounds.map(({ round, status, reason }) => [round, status, reason])).to.have.deep.members([
      [1, 'declined', 'The rent is wrong.'],
      [2, 'sealed', null],
    ]);
    const sealed = await bytesOf(story.ada.documents.getDocumentContent({ documentId }));
    expect(await signaturesBy(sealed))
      .to.include('Signature is Valid')
      .and.include('Total document signed');
    const { round, events } = JSON.parse(
      (await attachedTo(sealed, 'chancery-evidence.json')).toString('utf8'),
    );
    expect(round).to.equal(2);
    expect(events.map(({ action }: { action: string }) => action)).to.not.include('signer.declined');
    const certificate = await textOfPdf(
      await bytesOf(story.ada.signing.getSigningCertificate({ documentId })),
    );
    expect(certificate).to.include('Signing round 2').and.include(right);
    for (const absent of ['exmaple', 'The rent is wrong', 'Signing round 1'])
      expect(certificate).to.not.include(absent);
  });
});
