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
  resetAsked,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** The owner has requested this address; returns the token that was mailed there. */
async function changeAsked(here: World, newEmail: string): Promise<string> {
  await here.chancery.identity.requestEmailChange({ newEmail, password }, here.owner.session);
  return mailedToken(here, newEmail, 'confirm-email');
}
const confirm = ({ chancery }: World, token: string) =>
  chancery.identity.confirmEmailChange({ token }, somewhere());

describe('confirmEmailChange', () => {
  it('makes the new address the account’s, verified, and records it; the session lives on', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const newEmail = anybody();
    const token = await changeAsked(here, newEmail);

    expect(await confirm(here, token)).to.deep.equal({ emailChanged: true, email: newEmail });

    expect((await chancery.identity.getMe({}, owner.session)).user).to.include({
      email: newEmail,
      emailVerified: true,
      pendingEmail: null,
    });
    expect(await lastActions(here, owner.workspaceId, 1)).to.deep.equal(['user.email_changed']);
    expect(await failureOf(chancery.identity.login({ email: owner.email, password }, somewhere()))).to.equal(
      'auth.invalid_credentials',
    );
    expect(await failureOf(chancery.identity.login({ email: newEmail, password }, somewhere()))).to.equal(
      'none',
    );
  });

  it('AUT-12, AUT-15: mails the old address, with a link that takes the change back', async () => {
    const here = await world();
    const newEmail = anybody();
    await confirm(here, await changeAsked(here, newEmail));

    const mail = await mailTo(here, here.owner.email, 'The address of your account has changed');
    expect(mail?.text)
      .to.include(newEmail)
      .and.match(/http:\/\/127\.0\.0\.1:8080\/revert-email#token=[A-Za-z0-9_-]{43}\s/);
  });

  it('mails nothing to an old address that was only claimed', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { email, session } = await claimant(here);
    const newEmail = anybody();
    await here.chancery.identity.requestEmailChange({ newEmail, password }, session);
    const before = here.ports.mail.sent.filter(({ to }) => to.address === email).length;

    await confirm(here, await mailedToken(here, newEmail, 'confirm-email'));
    await here.worker.drain();

    expect((await here.chancery.identity.getMe({}, session)).user.emailVerified).to.equal(true);
    expect(here.ports.mail.sent.filter(({ to }) => to.address === email).length - before).to.be.at.most(1);
    expect(
      here.ports.mail.sent.some(({ to, text }) => to.address === email && text.includes('/revert-email')),
    ).to.equal(false);
  });

  it('answers auth.email_taken if the address has found an owner in the meantime', async () => {
    const here = await world();
    const other = await claimant(here);
    const verification = await mailedToken(here, other.email, 'verify-email');
    const token = await changeAsked(here, other.email);
    await here.chancery.identity.verifyEmail({ token: verification }, other.session);

    expect(await failureOf(confirm(here, token))).to.equal('auth.email_taken');
  });

  it('AUT-8: works once, for a day; spent, old and unknown links are gone', async () => {
    const here = await world();
    const spent = await changeAsked(here, anybody());
    await confirm(here, spent);
    const old = await changeAsked(here, anybody());
    here.clock.advance({ hours: 24 });

    const answers = [];
    for (const token of [spent, old, 'x'.repeat(43)]) answers.push(await failureOf(confirm(here, token)));
    expect(answers).to.deep.equal(['link.gone', 'link.gone', 'link.gone']);
  });

  it('a reset link to the old address no longer works', async () => {
    const here = await world();
    const reset = await resetAsked(here, here.owner.email);
    await confirm(here, await changeAsked(here, anybody()));

    expect(
      await failureOf(
        here.chancery.identity.resetPassword({ token: reset, newPassword: anotherPassword }, somewhere()),
      ),
    ).to.equal('link.gone');
  });

  onBothDatabases('of two uses of one link at once', (database) => {
    it('AUT-9: one use succeeds and the other is gone', async () => {
      const here = await world({ database: database() });
      const token = await changeAsked(here, anybody());

      expect(
        await Promise.all([failureOf(confirm(here, token)), failureOf(confirm(here, token))]),
      ).to.have.members(['none', 'link.gone']);
    });
  });
});
