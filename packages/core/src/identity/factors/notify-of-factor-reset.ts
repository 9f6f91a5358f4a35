import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { factorResetNotice, factorResetRequested } from './events.ts';

/** Notifies the member and all owners of a request, each by a mail of their own (MFA-14). */
export const notifyOfFactorReset = reaction(
  factorResetRequested,
  {
    topic: 'identity.tell_factor_reset',
    policy: { ...defaultJobPolicy, queue: 'identity' },
    databaseRole: 'identity',
    needs: ['factorResetId', 'userId'],
  },
  ({ factorResetId, userId }, { once }) =>
    once(async ({ factorResets, emitFor }) => {
      for (const recipientUserId of [userId, ...(await factorResets.ownersAround(userId))])
        emitFor(recipientUserId, factorResetNotice, { factorResetId, recipientUserId });
    }),
);
