import { aStranger, failureOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';

describe('revokeCurrentToken', () => {
  it('SES-8: ends this one access token and leaves the refresh token valid', async () => {
    const { chancery, owner, clock, ports } = await world();
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const signedIn = aStranger({ credential: session.accessToken });
    const claims = await ports.tokens.verify(session.accessToken, clock.now());
    const jti = typeof claims === 'string' ? claims : claims.jti;

    const revocation = await chancery.identity.revokeCurrentToken({}, signedIn);

    expect(revocation).to.deep.equal({
      revokedCount: 1,
      revokedAt: clock.now(),
      sessionIds: [],
      tokenJti: jti,
    });
    expect(await failureOf(chancery.identity.getMe({}, signedIn))).to.equal('auth.token_revoked');
    const renewed = await chancery.identity.refreshSession(
      { refreshToken: session.refreshToken },
      aStranger(),
    );
    const again = aStranger({ credential: renewed.accessToken });
    expect((await chancery.identity.getMe({}, again)).session.id).to.equal(session.sessionId);
    expect(await failureOf(chancery.identity.getMe({}, signedIn))).to.equal('auth.token_revoked');
  });

  it('SES-8: is remembered until the token has expired, leeway included', async () => {
    const { chancery, owner, clock } = await world();
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const signedIn = aStranger({ credential: session.accessToken });
    await chancery.identity.revokeCurrentToken({}, signedIn);

    clock.advance({ seconds: 630 });
    expect(await failureOf(chancery.identity.getMe({}, signedIn))).to.equal('auth.token_revoked');
    clock.advance({ seconds: 1 });
    expect(await failureOf(chancery.identity.getMe({}, signedIn))).to.equal('auth.token_expired');
  });
});
