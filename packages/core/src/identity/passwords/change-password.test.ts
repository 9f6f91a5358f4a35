import {
  anotherPassword,
  anybody,
  claimant,
  failureOf,
  faultsOf,
  lastActions,
  mailedToken,
  mailTo,
  password,
  repeating,
  resetAsked,
  sessionOf,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const change = ({ chancery, owner }: World, over: object = {}, caller = owner.session) =>
  chancery.identity.changePassword(
    { currentPassword: password, newPassword: anotherPassword, ...over },
    caller,
  );
const signIn = async ({ chancery, owner }: World, given: string, over: object = {}) =>
  sessionOf(await chancery.identity.login({ email: owner.email, password: given, ...over }, somewhere()));

describe('changePassword', () => {
  it('changes it from one moment to the next, and records it', async () => {
    const here = await world();

    expect(await change(here)).to.deep.equal({ passwordChanged: true, revokedSessionCount: 0 });

    expect(await failureOf(signIn(here, password))).to.equal('auth.invalid_credentials');
    expect(await failureOf(signIn(here, anotherPassword))).to.equal('none');
    expect((await here.happened()).map(({ type }) => type)).to.include('user.password_changed');
  });

  it('AUT-11: ends the other sessions and not this one, and counts them, unless it is asked not to', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const desk = await signIn(here, password);
    const phone = await signIn(here, password);

    expect(await change(here, { revokeOtherSessions: false })).to.include({ revokedSessionCount: 0 });
    expect(
      await change(here, { currentPassword: anotherPassword, newPassword: `${password} again` }),
    ).to.include({ revokedSessionCount: 2 });

    const standing = [];
    for (const credential of [owner.session.credential, desk.accessToken, phone.accessToken])
      standing.push(await failureOf(chancery.identity.getMe({}, { ...somewhere(), credential })));
    expect(standing).to.deep.equal(['none', 'auth.session_revoked', 'auth.session_revoked']);
    expect(await lastActions(here, owner.workspaceId, 3)).to.have.members([
      'session.ended',
      'session.ended',
      'user.password_changed',
    ]);
  });

  it('AUT-11: requests made with the old password, for another address or another password, end with it', async () => {
    const here = await world();
    const { chancery, owner } = here;
    const theirs = anybody();
    await chancery.identity.requestEmailChange({ newEmail: theirs, password }, owner.session);
    const changing = await mailedToken(here, theirs, 'confirm-email');
    const resetting = await resetAsked(here, owner.email);

    await change(here);

    expect(await failureOf(chancery.identity.confirmEmailChange({ token: changing }, somewhere()))).to.equal(
      'link.gone',
    );
    expect(
      await failureOf(
        chancery.identity.resetPassword({ token: resetting, newPassword: `${password} again` }, somewhere()),
      ),
    ).to.equal('link.gone');
    expect((await chancery.identity.getMe({}, owner.session)).user).to.include({
      email: owner.email,
      pendingEmail: null,
    });
  });

  it('AUT-12: mails the person that the password was changed', async () => {
    const here = await world();
    await change(here);

    expect(await mailTo(here, here.owner.email, 'Your password has changed')).to.not.equal(null);
  });

  it('PWD-6: a wrong current password gets a 403 that counts in the throttle of this session alone', async () => {
    const here = await world();
    const guess = () => failureOf(change(here, { currentPassword: 'wrong horse battery staple' }));
    for (let i = 0; i < 10; i += 1) expect(await guess()).to.equal('auth.password_incorrect');

    expect(await guess()).to.equal('rate_limited');
    expect(await failureOf(change(here))).to.equal('rate_limited');
    expect(await failureOf(signIn(here, password))).to.equal('none');
  });

  it('asks for the current password if there is one', async () => {
    const here = await world();

    expect(await faultsOf(change(here, { currentPassword: undefined }))).to.deep.equal([
      '/currentPassword field.required',
    ]);
  });

  it('SES-14: who has no password yet needs a recent proof to set the first', async () => {
    const here = await world();
    const { owner, sql, clock } = here;
    await sql('delete from password_credentials where user_id = $1', [owner.id]);
    const first = () => change(here, { currentPassword: undefined });
    await sql('update sessions set authenticated_at = $2 where user_id = $1', [
      owner.id,
      '2026-11-23T11:00:00Z',
    ]);

    expect(await failureOf(first())).to.equal('auth.reauthentication_required');
    await sql('update sessions set authenticated_at = $2 where user_id = $1', [owner.id, clock.now()]);
    expect(await failureOf(first())).to.equal('none');
    expect((await signIn(here, anotherPassword)).user.hasPassword).to.equal(true);
  });

  it('PWD-1, PWD-3: checks the length of the new password, and checks it against the words of the person', async () => {
    const asked: (readonly string[])[] = [];
    const blocklist = {
      check: (_: string, context: readonly string[]) => {
        asked.push(context);
        return null;
      },
    };
    const here = await world({ ports: { blocklist } });

    expect(await faultsOf(change(here, { newPassword: 'x'.repeat(14) }))).to.deep.equal([
      '/newPassword password.too_short',
    ]);
    expect(await faultsOf(change(here, { newPassword: 'x'.repeat(129) }))).to.deep.equal([
      '/newPassword password.too_long',
    ]);
    await change(here);
    expect(asked.at(-1)).to.include.members([here.owner.email, 'Ada', "Ada's workspace"]);
  });

  it('PWD-5: a password of more than 4096 bytes is refused before anything is hashed', async () => {
    const here = await world();
    const before = here.ports.passwords.hashings;

    expect(
      await faultsOf(change(here, { currentPassword: '漢'.repeat(1366), newPassword: '漢'.repeat(1366) })),
    ).to.deep.equal(['/currentPassword field.out_of_range', '/newPassword field.out_of_range']);
    expect(here.ports.passwords.hashings).to.equal(before);
  });

  it('PLT-2: a repeat with the same key gets the first answer, though the password is another one now', async () => {
    const here = await world();
    const caller = repeating(here.owner.session, 'again');
    const first = await change(here, {}, caller);

    expect(await change(here, {}, caller)).to.deep.equal(first);
  });

  it('PLT-13: is open to somebody who has not verified the address', async () => {
    const here = await world({ settings: { emailVerification: 'required' } });
    const { session } = await claimant(here);

    expect(await failureOf(change(here, {}, session))).to.equal('none');
  });

  it('changes nothing if the password was changed while it was examined', async () => {
    const plain = await world();
    let meanwhile: () => Promise<unknown> = async () => undefined;
    const passwords = {
      hash: (secret: string) => plain.ports.passwords.hash(secret),
      needsRehash: () => false,
      verify: async (secret: string, phc: string) => {
        const matches = await plain.ports.passwords.verify(secret, phc);
        await meanwhile();
        return matches;
      },
    };
    const here = await world({ ports: { passwords } });
    meanwhile = () =>
      here.sql("update password_credentials set hash = 'another' where user_id = $1", [here.owner.id]);

    expect(await failureOf(change(here))).to.equal('auth.password_incorrect');
  });
});
