import { expect } from 'chai';
import { faultOf, openSigningStory, type SigningStory } from './testing/signing-story.ts';

const ann = 'ann@example.org';
const phone = '+4915123454521';
const wrong = [400, 'otp.incorrect', 'otp.attempts_left'];
const burned = [409, 'otp.no_active_code', null];
const locked = [429, 'otp.locked', null];

describe('documents 12, walk-through 6: guessing a code', () => {
  let story: SigningStory;
  let documentId: string;
  let token: string;
  before(async () => {
    story = await openSigningStory();
  });
  after(() => story?.close());

  /** Asks for a code, and gives codes that are others. */
  async function wrongCodes(): Promise<readonly string[]> {
    await story.anybody.signing.sendSigningCode({ token });
    const code = Number(await story.codeOn(phone));
    return Array.from({ length: 100 }, (_, index) => String((code + index + 1) % 1_000_000).padStart(6, '0'));
  }
  const guess = (code: string) => faultOf(story.anybody.signing.verifySigningCode({ token, code }));
  const wrongTries = async () =>
    (await story.installation.ledger(story.workspaceId)).actions.filter(
      (action) => action === 'signer.otp_failed',
    ).length;

  it('fifteen wrong codes over three sends lock the link for a day, and the owner is mailed once', async () => {
    documentId = await story.sent({
      signers: [{ name: 'Ann Example', email: ann, verification: 'sms', phone }],
    });
    token = await story.tokenOf(ann);

    const answers: unknown[] = [];
    for (let send = 0; send < 3; send += 1) {
      for (const code of (await wrongCodes()).slice(0, 5)) answers.push(await guess(code));
      story.installation.advance(31);
    }

    expect(answers).to.deep.equal([...Array.from({ length: 14 }, () => wrong), locked]);
    expect(await guess(await story.codeOn(phone))).to.deep.equal(locked);
    expect(await faultOf(story.anybody.signing.sendSigningCode({ token }))).to.deep.equal(locked);
    const view = await story.anybody.signing.getSigningLink({ token });
    expect([view.status, view.verification.state]).to.deep.equal(['locked', 'locked']);
    const mails = (await story.mailsTo('ada@example.com')).filter(({ text }) => text.includes('Ann Example'));
    expect(mails.map(({ subject }) => subject)).to.have.length(1);
  });

  it('a link that the manager makes lifts the lock', async () => {
    const [signer] = (await story.read(documentId)).signers;
    const { url } = await story.ada.signing.createSigningLink({ documentId, signerId: signer?.id ?? '' });
    token = /#token=([\w-]{43})$/.exec(url)?.[1] ?? '';

    await story.anybody.signing.sendSigningCode({ token });

    const code = await story.codeOn(phone);
    const { sessionToken } = await story.anybody.signing.verifySigningCode({ token, code });
    const view = await story.anybody.signing.getSigningLink({ token, signingSession: sessionToken });
    expect([view.status, view.verification.state]).to.deep.equal(['ready', 'verified']);
  });

  it('of a hundred guesses at once at most five are looked at', async () => {
    story.installation.advance(31);
    const before = await wrongTries();
    const codes = await wrongCodes();

    const answers = await Promise.all(codes.map(guess));

    const examined = answers.filter(([status]) => status === 400);
    expect(examined).to.have.length(5);
    for (const answer of examined) expect(answer).to.deep.equal(wrong);
    for (const answer of answers.filter(([status]) => status !== 400))
      expect([burned]).to.deep.include(answer);
    expect((await wrongTries()) - before).to.equal(5);
    expect(await guess(await story.codeOn(phone))).to.deep.equal(burned);
  });
});
