import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { letterToAccount } from '../mail-to-account.ts';
import { reaction } from '../ports.ts';
import { factorResetNotice, factorResetRequested } from './events.ts';
import { factorResetRequestedMail } from './mails/factor-reset-requested.ts';

/** The member and all owners are to be told of a request, each by a mail of their own (MFA-14). */
export const tellOfFactorReset = reaction(
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

export const mailFactorResetRequested = reaction(
  factorResetNotice,
  {
    topic: 'identity.mail_factor_reset_requested',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    databaseRole: 'identity',
  },
  async ({ factorResetId, recipientUserId }, { read, settings, mail }) => {
    const letter = await read(async ({ accounts, factorResets }) => {
      const reset = await factorResets.get(factorResetId);
      if (reset === null || reset.status !== 'pending') return null;
      const isMember = recipientUserId === reset.userId;
      const member = await accounts.get(reset.userId);
      const requester = await accounts.get(reset.requestedByUserId);
      const facts = {
        memberName: isMember ? null : member.displayName,
        requesterName: requester.displayName,
        reason: reset.reason,
        effectiveAt: reset.effectiveAt,
        link: `${settings.webUrl}/factor-reset/cancel#userId=${reset.userId}`,
      };
      return letterToAccount(
        recipientUserId,
        (recipient) => factorResetRequestedMail({ ...recipient, ...facts }),
        settings,
        { accounts },
      );
    });
    if (letter !== null) await mail.send({ key: 'factor-reset-requested', ...letter });
  },
);
