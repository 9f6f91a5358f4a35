import { reaction } from '../ports.ts';
import { providerTokenDetached } from './events.ts';
import { openedToken } from './external-identity.ts';

/** Revokes our access at the provider, then deletes the token: nobody may look up a person who has left (ACC-3). */
export const revokeProviderToken = reaction(
  providerTokenDetached,
  {
    topic: 'identity.revoke_provider_token',
    policy: { queue: 'identity', maxAttempts: 20, baseSeconds: 60, capSeconds: 86_400, leaseSeconds: 120 },
    databaseRole: 'identity',
    aggregate: ({ tokenId }) => ({ type: 'identity', id: tokenId }),
  },
  async ({ tokenId }, { read, transact, keyRing, oidc }) => {
    const token = await read(({ detachedTokens }) => detachedTokens.get(tokenId));
    if (token === null) return;
    await oidc.revoke(token.provider, openedToken(token, keyRing), token.clientId);
    await transact(({ detachedTokens }) => detachedTokens.remove(tokenId));
  },
);
