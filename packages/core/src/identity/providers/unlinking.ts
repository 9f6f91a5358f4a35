import type { z } from 'zod';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { IdentityPorts } from '../ports.ts';
import { identityUnlinked, providerTokenDetached } from './events.ts';
import { detached, type ExternalIdentity } from './external-identity.ts';

type Writing = Pick<FollowUpContext, 'now' | 'emit' | 'emitFor'> & IdentityPorts;

/** Why an identity no longer signs in. */
export type UnlinkReason = z.output<typeof identityUnlinked.data>['reason'];

/** Removes the link; access at the provider is revoked afterwards. Returns false if it is gone already. */
export async function unlink(
  identity: ExternalIdentity,
  reason: UnlinkReason,
  context: Writing,
): Promise<boolean> {
  if (!(await context.externalIdentities.remove(identity.id))) return false;
  await detach(identity, context);
  const { id: identityId, userId, provider } = identity;
  context.emitFor(userId, identityUnlinked, { userId, identityId, provider, reason });
  return true;
}

/** Unlinks every identity of the account: a stranger may have linked one to an address that was only claimed (AUT-10). */
export async function unlinkAll(userId: string, context: Writing): Promise<void> {
  for (const identity of await context.externalIdentities.ofPerson(userId))
    await unlink(identity, 'password_reset', context);
}

/** Keeps the refresh tokens of an account that ends, until they are revoked (ACC-3). */
export async function detachTokens(userId: string, context: Writing): Promise<void> {
  for (const identity of await context.externalIdentities.ofPerson(userId)) await detach(identity, context);
}

async function detach(identity: ExternalIdentity, { now, emit, detachedTokens }: Writing): Promise<void> {
  const token = detached(identity, now);
  if (token === null) return;
  await detachedTokens.add(token);
  emit(providerTokenDetached, { tokenId: token.id });
}
