import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';

describe('logout', () => {
  it('ends this session with all its tokens, and no other', async () => {
    const { chancery, owner, clock, happened } = await world();
    const session = sessionOf(
      await chancery.identity.login({ email: owner.email, password }, aStranger({ address: '192.0.2.144' })),
    );
    const signedIn = aStranger({ credential: session.accessToken });

    const revocation = await chancery.identity.logout({}, signedIn);

    expect(revocation).to.deep.equal({
      revokedCount: 1,
      revokedAt: clock.now(),
      sessionIds: [session.sessionId],
      tokenJti: null,
    });
    expect(await failureOf(chancery.identity.getMe({}, signedIn))).to.equal('auth.session_revoked');
    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken: session.refreshToken }, aStranger())),
    ).to.equal('auth.refresh_invalid');
    expect(await failureOf(chancery.identity.logout({}, signedIn))).to.equal('auth.session_revoked');
    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('none');
    expect((await happened()).at(-1)).to.deep.equal({
      type: 'session.ended',
      target: { kind: 'session', id: session.sessionId },
      facts: { reason: 'logout' },
    });
  });
});
