import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Instant } from '../../kernel/time.ts';
import { factorRemoved } from '../factors/events.ts';
import { active, type Factor } from '../factors/factor.ts';
import type { IdentityPorts } from '../ports.ts';
import { type UnlinkReason, unlink } from '../providers/unlinking.ts';

type Removing = Pick<FollowUpContext, 'now' | 'emit' | 'emitFor'> & IdentityPorts;

/** Which ways to sign in are to go; `codesSince` is from when on somebody else may have read the recovery codes. */
interface Additions {
  readonly isAdded: (addition: { readonly id: string; readonly at: Instant }) => boolean;
  readonly codesSince: Instant;
}

/** Removes every factor, recovery code and identity that was added since (AUT-11). */
export const removeAdditions = async (
  userId: string,
  since: Instant,
  reason: UnlinkReason,
  context: Removing,
): Promise<void> => {
  await remove(userId, { isAdded: ({ at }) => at >= since, codesSince: since }, reason, context);
};

/** Removes one factor or identity, with recovery codes that were made since it was there. Returns false if it is gone already. */
export const removeAddition = async (
  userId: string,
  subjectId: string,
  since: Instant,
  context: Removing,
): Promise<boolean> =>
  remove(userId, { isAdded: ({ id }) => id === subjectId, codesSince: since }, 'addition_undone', context);

async function remove(
  userId: string,
  { isAdded, codesSince }: Additions,
  reason: UnlinkReason,
  context: Removing,
): Promise<boolean> {
  const { now, factors, externalIdentities, recoveryCodes } = context;
  // Every change of the ways to sign in takes this lock.
  await factors.lock(userId);
  const known = await factors.ofPerson(userId, now);
  // An authenticator counts from its first right code on, whenever it was begun.
  const added = known.filter((factor) =>
    isAdded({ id: factor.id, at: factor.confirmedAt ?? factor.createdAt }),
  );
  for (const factor of added) await removeFactor(userId, factor, context);
  const isLeft = active(known).some((factor) => !added.includes(factor));
  const codes = await recoveryCodes.state(userId);
  if (codes !== null && (!isLeft || codes.generatedAt >= codesSince)) await recoveryCodes.removeAll(userId);

  const identities = (await externalIdentities.ofPerson(userId)).filter(({ id, linkedAt }) =>
    isAdded({ id, at: linkedAt }),
  );
  for (const identity of identities) await unlink(identity, reason, context);
  return added.length + identities.length > 0;
}

async function removeFactor(userId: string, factor: Factor, { factors, emitFor }: Removing): Promise<void> {
  const { id: factorId, kind, name, status } = factor;
  await factors.remove(factorId);
  if (status === 'active') emitFor(userId, factorRemoved, { userId, factorId, kind, name });
}
