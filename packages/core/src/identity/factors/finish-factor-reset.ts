import { reaction } from '../ports.ts';
import { endSessions } from '../session-end.ts';
import { factorResetDone, factorResetRequested } from './events.ts';
import { factorResetStates } from './factor.ts';
import { cancelPendingFactorReset } from './factor-reset-cancellation.ts';
import { ownsAll } from './request-factor-reset.ts';

/** Removes factors and recovery codes and ends every session, when the delay is over and nobody objected (MFA-14). */
export const finishFactorReset = reaction(
  factorResetRequested,
  {
    topic: 'identity.finish_factor_reset',
    policy: { queue: 'identity', maxAttempts: 20, baseSeconds: 60, capSeconds: 6 * 3600, leaseSeconds: 120 },
    databaseRole: 'identity',
    needs: ['factorResetId', 'effectiveAt'],
    aggregate: ({ factorResetId }) => ({ type: 'factor_reset', id: factorResetId }),
    dueAt: ({ effectiveAt }) => effectiveAt,
  },
  ({ factorResetId }, { once }) =>
    once(async (context) => {
      const { now, accounts, factorResets, factors, recoveryCodes, workspaceAccess, emitFor } = context;
      const reset = await factorResets.get(factorResetId);
      if (reset === null || reset.status !== 'pending' || reset.effectiveAt > now) return;
      const { userId, requestedByUserId } = reset;
      await factors.lock(userId);
      const [own, others] = [
        await workspaceAccess.ofPerson(requestedByUserId),
        await workspaceAccess.ofPerson(userId),
      ];
      const requester = await accounts.withPassword(requestedByUserId);
      if (requester?.account.status !== 'active' || !ownsAll(own, others)) {
        await cancelPendingFactorReset(userId, null, context);
        return;
      }
      const status = factorResetStates.next(reset.status, 'finish');
      // If the reset is cancelled at the same moment, the factors stay.
      if (!(await factorResets.end(reset, status, null, now))) return;
      await factors.removeAll(userId);
      await recoveryCodes.removeAll(userId);
      await endSessions(userId, 'all', 'factor_reset', context);
      emitFor(userId, factorResetDone, { factorResetId: reset.id, userId, requestedByUserId });
    }),
);
