import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { accountMail } from '../account-mail.ts';
import { reaction } from '../ports.ts';
import { factorResetNotice } from './events.ts';
import { factorResetRequestedMail } from './mails/factor-reset-requested.ts';

/** The member or an owner learns of the request and how to cancel it, unless it has ended in the meantime (MFA-14). */
export const mailFactorResetRequested = reaction(
  factorResetNotice,
  {
    topic: 'identity.mail_factor_reset_requested',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
  },
  async ({ factorResetId, recipientUserId }, { read, settings, mail }) => {
    const message = await read(async ({ accounts, factorResets }) => {
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
      return accountMail(
        recipientUserId,
        (recipient) => factorResetRequestedMail({ ...recipient, ...facts }),
        settings,
        { accounts },
      );
    });
    if (message !== null) await mail.send({ key: 'factor-reset-requested', ...message });
  },
);
