import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';

describe('listSessions', () => {
  it('PLT-12: shows where the person is signed in: this session first, then the most recently seen ones, and none that has just ended', async () => {
    const { chancery, owner, clock } = await world();
    const signIn = async (deviceName: string, address: string) => {
      clock.advance({ minutes: 1 });
      return sessionOf(
        await chancery.identity.login({ email: owner.email, password, deviceName }, aStranger({ address })),
      );
    };
    const phone = await signIn('Phone', '192.0.2.201');
    const ended = await signIn('Lent', '192.0.2.202');
    const tablet = await signIn('Tablet', '192.0.2.203');
    await chancery.identity.logout({}, aStranger({ credential: ended.accessToken }));

    const { sessions, count, nextCursor } = await chancery.identity.listSessions(
      {},
      aStranger({ credential: phone.accessToken }),
    );

    expect(sessions.map(({ deviceName, current }) => ({ deviceName, current }))).to.deep.equal([
      { deviceName: 'Phone', current: true },
      { deviceName: 'Tablet', current: false },
      { deviceName: 'Browser on OS', current: false },
    ]);
    expect([count, nextCursor]).to.deep.equal([3, null]);
    expect(sessions[1]).to.deep.equal({
      id: tablet.sessionId,
      deviceName: 'Tablet',
      userAgent: 'test',
      ipAddress: '192.0.2.203',
      authMethod: 'password',
      authenticatedAt: clock.now(),
      secondFactorAt: null,
      createdAt: clock.now(),
      lastSeenAt: clock.now(),
      expiresAt: tablet.refreshTokenExpiresAt,
      activeWorkspaceId: owner.workspaceId,
      current: false,
    });
  });

  it('is refused to the session that has ended', async () => {
    const { chancery, owner } = await world();
    await chancery.identity.logout({}, owner.session);

    expect(await failureOf(chancery.identity.listSessions({}, owner.session))).to.equal(
      'auth.session_revoked',
    );
  });
});
