import {
  anotherPassword,
  claimant,
  failureOf,
  faultsOf,
  lastActions,
  mailedToken,
  mailTo,
  onBothDatabases,
  password,
  repeating,
  resetAsked,
  sessionOf,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const reset = ({ chancery }: World, token: string, newPassword = anotherPassword) =>
  chancery.identity.resetPassword({ token, newPassword }, somewhere());
const signIn = async ({ chancery }: World, email: string, given: string, over: object = {}) =>
  sessionOf(await chancery.identity.login({ email, password: given, ...over }, somewhere()));

describe('resetPassword', () => {
  it('sets the password that was sent, opens no session, and records both', async () => {
    const here = await world();
    const { owner } = here;
    const token = await resetAsked(here, owner.email);

    const answer = await reset(here, token);

    expect(answer).to.deep.equal({ passwordChanged: true, revokedSessionCount: 1 });
    expect(await lastActions(here, owner.workspaceId, 2)).to.have.members([
      'user.password_reset',
      'session.ended',
    ]);
    expect(await failureOf(signIn(here, owner.email, password))).to.equal('auth.invalid_credentials');
    expect(await failureOf(signIn(here, owner.email, anotherPassword))).to.equal('none');
  });

  it('AUT-11: ends every session and makes every device unknown; the answer counts the sessions', async () => {
    const here = await world();
    const { chancery, owner, sql, ports } = here;
    const desk = await signIn(here, owner.email, password);
    await signIn(here, owner.email, password);
    const token = await resetAsked(here, owner.email);

    const { revokedSessionCount } = await reset(here, token);

    expect(revokedSessionCount).to.equal(3);
    const ended = await sql<{ reason: string }>(
      'select distinct revoke_reason reason from sessions where user_id = $1',
      [owner.id],
    );
    expect(ended).to.deep.equal([{ reason: 'password_reset' }]);
    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('auth.session_revoked');
    await here.worker.drain();
    const before = ports.mail.sent.length;
    await signIn(here, owner.email, anotherPassword, { deviceToken: desk.deviceToken });
    await here.worker.drain();
    const subjects = ports.mail.sent.slice(before).map(({ subject }) => subject);
    expect(subjects).to.deep.equal(['New sign-in to your account']);
  });

  it('AUT-12: mails the person that the password was set', async () => {
    const here = await world();
    await reset(here, await resetAsked(here, here.owner.email));

    expect(await mailTo(here, here.owner.email, 'Your password has changed')).to.not.equal(null);
  });

  it('AUT-10: if an address has only claimants, the oldest gets the password and the address, and loses its sessions; later claims can no longer verify it, and are told so', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { chancery, clock } = here;
    const oldest = await claimant(here);
    // Mails that wait side by side are sent in any order.
    await here.worker.drain();
    clock.advance({ minutes: 2 });
    const later = await claimant(here, oldest.email);
    const laterLink = await mailedToken(here, oldest.email, 'verify-email');
    clock.advance({ minutes: 2 });

    const answer = await reset(here, await resetAsked(here, oldest.email));

    expect(answer.revokedSessionCount).to.equal(1);
    const { user } = await signIn(here, oldest.email, anotherPassword);
    expect(user).to.include({ id: oldest.id, emailVerified: true, unverifiedPurgeAt: null });
    expect(user.emailSupersededAt).to.equal(null);
    expect(await lastActions(here, oldest.workspaceId, 4)).to.include('user.email_verified');
    expect(await failureOf(chancery.identity.getMe({}, oldest.session))).to.equal('auth.session_revoked');
    const told = await chancery.identity.getMe({}, later.session);
    expect(told.user).to.include({ emailVerified: false, emailSupersededAt: clock.now() });
    expect(await failureOf(chancery.identity.verifyEmail({ token: laterLink }, later.session))).to.equal(
      'auth.email_taken',
    );
  });

  it('AUT-10: a claimant whose address has found an owner in the meantime gets auth.email_taken, and the link is not spent', async () => {
    const here = await world();
    const { chancery, clock, sql } = here;
    const first = await claimant(here);
    await here.worker.drain();
    clock.advance({ minutes: 2 });
    const second = await claimant(here, first.email);
    const verification = await mailedToken(here, first.email, 'verify-email');
    const token = await resetAsked(here, first.email);
    await chancery.identity.verifyEmail({ token: verification }, second.session);

    expect(await failureOf(reset(here, token))).to.equal('auth.email_taken');

    const [row] = await sql<{ spent: boolean }>(
      "select used_at is not null spent from one_time_tokens where user_id = $1 and purpose = 'reset_password'",
      [first.id],
    );
    expect(row?.spent).to.equal(false);
  });

  it('AUT-8: works once, for thirty minutes, and a newer link ends it; spent, old, replaced and unknown links get the same 410', async () => {
    const here = await world();
    const { owner, clock } = here;
    const replaced = await resetAsked(here, owner.email);
    clock.advance({ minutes: 2 });
    const spent = await resetAsked(here, owner.email);
    await reset(here, spent);
    clock.advance({ minutes: 2 });
    const old = await resetAsked(here, owner.email);
    clock.advance({ minutes: 30 });

    const answers = [];
    for (const token of [replaced, spent, old, 'x'.repeat(43)])
      answers.push(
        await reset(here, token).then(
          () => 'none',
          ({ code, kind, message, details }) => JSON.stringify({ code, kind, message, details }),
        ),
      );

    expect(new Set(answers).size).to.equal(1);
    expect(answers[0]).to.include('"link.gone"').and.include('"gone"');
  });

  it('AUT-8: works until its last second', async () => {
    const here = await world();
    const token = await resetAsked(here, here.owner.email);
    here.clock.advance({ minutes: 29, seconds: 59 });

    expect(await failureOf(reset(here, token))).to.equal('none');
  });

  it('AUT-8: a link to an address that the account has left is gone', async () => {
    const here = await world();
    const { owner, sql } = here;
    const token = await resetAsked(here, owner.email);
    await sql("update accounts set email = 'x' || email, email_fold = 'x' || email_fold where id = $1", [
      owner.id,
    ]);

    expect(await failureOf(reset(here, token))).to.equal('link.gone');
  });

  it('PWD-3: says what is wrong with a password that consists of words of the person or of their workspaces, and does not spend the link', async () => {
    const asked: (readonly string[])[] = [];
    const blocklist = {
      check: (_: string, context: readonly string[]) => {
        asked.push(context);
        return asked.length === 2 ? 'password.context_word' : null;
      },
    };
    const here = await world({ ports: { blocklist } });
    const { owner } = here;
    const token = await resetAsked(here, owner.email);

    expect(await faultsOf(reset(here, token))).to.deep.equal(['/newPassword password.context_word']);
    expect(await faultsOf(reset(here, token, 'x'.repeat(14)))).to.deep.equal([
      '/newPassword password.too_short',
    ]);
    expect(await failureOf(reset(here, token))).to.equal('none');
    expect(asked.at(-1)).to.include.members([owner.email, 'Ada', "Ada's workspace"]);
  });

  it('PLT-2: a repeat with the same key gets the first answer, though the link is spent', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const input = { token: await resetAsked(here, owner.email), newPassword: anotherPassword };
    const caller = repeating(somewhere(), 'again');
    const first = await chancery.identity.resetPassword(input, caller);

    expect(await chancery.identity.resetPassword(input, caller)).to.deep.equal(first);
  });

  it('ends a change of address that somebody had requested', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const newEmail = `new.${owner.email}`;
    await chancery.identity.requestEmailChange({ newEmail, password }, owner.session);
    const change = await mailedToken(here, newEmail, 'confirm-email');

    await reset(here, await resetAsked(here, owner.email));

    expect(await failureOf(chancery.identity.confirmEmailChange({ token: change }, somewhere()))).to.equal(
      'link.gone',
    );
    expect((await signIn(here, owner.email, anotherPassword)).user.pendingEmail).to.equal(null);
  });

  it('a suspended account stays suspended', async () => {
    const here = await world();
    const { owner, sql } = here;
    const token = await resetAsked(here, owner.email);
    await sql("update accounts set status = 'suspended' where id = $1", [owner.id]);
    await reset(here, token);

    expect(await failureOf(signIn(here, owner.email, anotherPassword))).to.equal('auth.account_suspended');
  });

  onBothDatabases('of two uses of one link at once', (database) => {
    it('AUT-9: one use succeeds and the other is gone', async () => {
      const here = await world({ database: database() });
      const token = await resetAsked(here, here.owner.email);

      const answers = await Promise.all([failureOf(reset(here, token)), failureOf(reset(here, token))]);

      expect(answers).to.have.members(['none', 'link.gone']);
    });
  });
});
