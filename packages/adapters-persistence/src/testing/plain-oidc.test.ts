import { oidcClientContract } from '@chancery/core/testing';
import { FixedClock } from './doubles.ts';
import { PlainOidc } from './plain-oidc.ts';

oidcClientContract('the double', async () => {
  const oidc = new PlainOidc(new FixedClock('2026-11-23T12:00:00.000Z'));
  return {
    oidc,
    agree: async (provider, person) => oidc.code(provider, person),
    idToken: async (provider, person, nonce) => oidc.idToken(provider, person, nonce),
    revoked: () => oidc.revoked.map(({ token }) => token),
    async goAway() {
      oidc.isAway = true;
    },
    close: async () => undefined,
  };
});
