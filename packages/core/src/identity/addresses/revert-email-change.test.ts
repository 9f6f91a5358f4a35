import {
  anotherPassword,
  anybody,
  claimant,
  failureOf,
  lastActions,
  mailedToken,
  mailTo,
  onBothDatabases,
  password,
  sessionOf,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** The owner's address was changed; returns the new one and the token that was mailed to the old one. */
async function changed(here: World, newEmail = anybody()) {
  const { chancery, owner } = here;
  await chancery.identity.requestEmailChange({ newEmail, password }, owner.session);
  const token = await mailedToken(here, newEmail, 'confirm-email');
  await chancery.identity.confirmEmailChange({ token }, somewhere());
  return { newEmail, revert: await mailedToken(here, owner.email, 'revert-email') };
}
const takeBack = ({ chancery }: World, token: string) =>
  chancery.identity.revertEmailChange({ token }, somewhere());
const signIn = async ({ chancery }: World, email: string, given: string, over: object = {}) =>
  sessionOf(await chancery.identity.login({ email, password: given, ...over }, somewhere()));

describe('revertEmailChange', () => {
  it('gives the account its old address back, and records it', async () => {
    const here = await world();
    const { revert } = await changed(here);

    const answer = await takeBack(here, revert);

    expect(answer).to.deep.equal({
      emailReverted: true,
      email: here.owner.email,
      revokedSessionCount: 1,
    });
    const [row] = await here.sql(
      'select email, email_verified_at is not null verified, pending_email pending from accounts where id = $1',
      [here.owner.id],
    );
    expect(row).to.deep.equal({ email: here.owner.email, verified: true, pending: null });
    expect(await lastActions(here, here.owner.workspaceId, 2)).to.have.members([
      'session.ended',
      'user.email_reverted',
    ]);
  });

  it('AUT-11: ends every session and makes every device unknown', async () => {
    const here = await world();
    const { chancery, owner, ports, worker } = here;
    const desk = await signIn(here, owner.email, password);
    const { revert } = await changed(here);

    expect((await takeBack(here, revert)).revokedSessionCount).to.equal(2);

    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('auth.session_revoked');
    const token = await mailedToken(here, owner.email, 'reset-password');
    await chancery.identity.resetPassword({ token, newPassword: anotherPassword }, somewhere());
    await worker.drain();
    const before = ports.mail.sent.length;
    await signIn(here, owner.email, anotherPassword, { deviceToken: desk.deviceToken });
    await worker.drain();
    const subjects = ports.mail.sent.slice(before).map(({ subject }) => subject);
    expect(subjects).to.deep.equal(['New sign-in to your account']);
  });

  it('AUT-12: the password opens nothing until it is set anew by the link that is mailed to the old address', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const { revert, newEmail } = await changed(here);
    await takeBack(here, revert);

    expect(await failureOf(signIn(here, owner.email, password))).to.equal('auth.invalid_credentials');
    expect(await failureOf(signIn(here, newEmail, password))).to.equal('auth.invalid_credentials');
    const mail = await mailTo(here, owner.email, 'Set a new password');
    expect(mail?.text).to.include('Your account has its old address again');
    const token = await mailedToken(here, owner.email, 'reset-password');
    await chancery.identity.resetPassword({ token, newPassword: anotherPassword }, somewhere());
    expect((await signIn(here, owner.email, anotherPassword)).user.id).to.equal(owner.id);
  });

  it('ends another pending change of address, and every other link', async () => {
    const here = await world();
    const { chancery, owner, clock } = here;
    const { revert } = await changed(here);
    const third = anybody();
    await chancery.identity.requestEmailChange({ newEmail: third, password }, owner.session);
    const pending = await mailedToken(here, third, 'confirm-email');
    clock.advance({ minutes: 1 });

    await takeBack(here, revert);

    expect(await failureOf(chancery.identity.confirmEmailChange({ token: pending }, somewhere()))).to.equal(
      'link.gone',
    );
  });

  it('AUT-8: works once, for seven days; spent, old and unknown links are gone', async () => {
    const here = await world();
    const { revert: spent } = await changed(here);
    await takeBack(here, spent);
    const late = await world();
    const { revert: old } = await changed(late);
    late.clock.advance({ days: 7 });

    expect([
      await failureOf(takeBack(here, spent)),
      await failureOf(takeBack(late, old)),
      await failureOf(takeBack(here, 'x'.repeat(43))),
    ]).to.deep.equal(['link.gone', 'link.gone', 'link.gone']);
  });

  it('answers auth.email_taken if somebody else owns the old address by now', async () => {
    const here = await world();
    const { revert } = await changed(here);
    const next = await claimant(here, here.owner.email);
    const verification = await mailedToken(here, here.owner.email, 'verify-email');
    await here.chancery.identity.verifyEmail({ token: verification }, next.session);

    expect(await failureOf(takeBack(here, revert))).to.equal('auth.email_taken');
  });

  onBothDatabases('of two uses of one link at once', (database) => {
    it('AUT-9: one use succeeds and the other is gone', async () => {
      const here = await world({ database: database() });
      const { revert } = await changed(here);

      expect(
        await Promise.all([failureOf(takeBack(here, revert)), failureOf(takeBack(here, revert))]),
      ).to.have.members(['none', 'link.gone']);
    });
  });
});
