import type { WritingContext } from '../../kernel/handler-context.ts';
import type { IdentityPorts } from '../ports.ts';
import { factorResetCancelled } from './events.ts';
import { type FactorReset, factorResetStates } from './factor.ts';

/** Cancels the pending reset of a person, if there is one; `byUserId` is null if a sign-in with a factor does it (MFA-14). */
export async function cancelPendingFactorReset(
  userId: string,
  byUserId: string | null,
  {
    now,
    factorResets,
    emitFor,
  }: Pick<WritingContext, 'now' | 'emitFor'> & Pick<IdentityPorts, 'factorResets'>,
): Promise<FactorReset | null> {
  const pending = await factorResets.pendingOf(userId);
  if (pending === null) return null;
  const status = factorResetStates.next(pending.status, 'cancel');
  if (!(await factorResets.end(pending, status, byUserId, now))) return null;
  emitFor(userId, factorResetCancelled, {
    factorResetId: pending.id,
    userId,
    cancelledByUserId: byUserId,
  });
  return { ...pending, status, cancelledAt: now, cancelledByUserId: byUserId };
}
