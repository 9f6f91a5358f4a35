import { reaction } from '../ports.ts';
import { providerTokenDetached } from './events.ts';
import { openedToken } from './external-identity.ts';

/** Ends our access at the provider, then forgets by what; whoever left is not ours to look up any more (ACC-3). */
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
