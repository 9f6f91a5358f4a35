import { randomUUID } from 'node:crypto';
import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';

describe('revokeSession', () => {
  it('ends another session of the person with all its tokens, once', async () => {
    const { chancery, owner, clock, happened } = await world();
    const phone = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const end = () => chancery.identity.revokeSession({ sessionId: phone.sessionId }, owner.session);

    const revocation = await end();

    expect(revocation).to.deep.equal({
      revokedCount: 1,
      revokedAt: clock.now(),
      sessionIds: [phone.sessionId],
      tokenJti: null,
    });
    expect(
      await failureOf(chancery.identity.getMe({}, aStranger({ credential: phone.accessToken }))),
    ).to.equal('auth.session_revoked');
    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken: phone.refreshToken }, aStranger())),
    ).to.equal('auth.refresh_invalid');
    expect(await end()).to.include({ revokedCount: 0 });
    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('none');
    expect((await happened()).filter(({ type }) => type === 'session.ended')).to.deep.equal([
      {
        type: 'session.ended',
        target: { kind: 'session', id: phone.sessionId },
        facts: { reason: 'revoked_by_user' },
      },
    ]);
  });

  it('SES-9: ends the current session as logout does', async () => {
    const { chancery, owner, happened } = await world();
    const here = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const signedIn = aStranger({ credential: here.accessToken });

    const { sessionIds } = await chancery.identity.revokeSession({ sessionId: here.sessionId }, signedIn);

    expect(sessionIds).to.deep.equal([here.sessionId]);
    expect(await failureOf(chancery.identity.getMe({}, signedIn))).to.equal('auth.session_revoked');
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'session.ended',
      target: { kind: 'session', id: here.sessionId },
      facts: { reason: 'logout' },
    });
  });

  it('SES-9: does not find another person’s session, like one that never existed, and that session goes on', async () => {
    const { chancery, owner, stranger } = await world();
    const other = await stranger();
    const theirs = await chancery.identity.getMe({}, other.session);
    const end = (sessionId: string) =>
      failureOf(chancery.identity.revokeSession({ sessionId }, owner.session));

    expect(await end(theirs.session.id)).to.equal('session.not_found');
    expect(await end(randomUUID())).to.equal('session.not_found');
    expect(await failureOf(chancery.identity.getMe({}, other.session))).to.equal('none');
  });
});
