import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { identityProviders } from './oidc-client.ts';

const provider = () => z.enum(identityProviders);

/** `how` says what linked it: a new account, an address that the provider vouches for, or the signed-in person. */
export const identityLinked = event(
  'identity.linked',
  z.strictObject({
    userId: userId(),
    identityId: id(),
    provider: provider(),
    how: z.enum(['registration', 'address', 'person']),
  }),
  {
    target: ({ identityId }) => ({ kind: 'identity', id: identityId }),
    facts: ({ provider, how }) => ({ provider, how }),
  },
);

export const identityUnlinked = event(
  'identity.unlinked',
  z.strictObject({
    userId: userId(),
    identityId: id(),
    provider: provider(),
    reason: z.enum(['person', 'password_reset', 'email_reverted', 'addition_undone']),
  }),
  {
    target: ({ identityId }) => ({ kind: 'identity', id: identityId }),
    facts: ({ provider, reason }) => ({ provider, reason }),
  },
);

/** A refresh token has lost its identity and has to be revoked. */
export const providerTokenDetached = event(
  'identity.provider_token_detached',
  z.strictObject({ tokenId: id() }),
  null,
);
