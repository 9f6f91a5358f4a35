import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailboxOf } from '../account.ts';
import { reaction } from '../ports.ts';
import { factorResetDone, factorResetNotice, factorResetRequested } from './events.ts';
import { factorResetDoneMail } from './mails/factor-reset-done.ts';
import { factorResetRequestedMail } from './mails/factor-reset-requested.ts';

/** The member and all owners are to be told of a request, each by a mail of their own (MFA-14). */
export const tellOfFactorReset = reaction(
  factorResetRequested,
  {
    topic: 'identity.tell_factor_reset',
    policy: { ...defaultJobPolicy, queue: 'identity' },
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
  { topic: 'identity.mail_factor_reset_requested', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ factorResetId, recipientUserId }, { accounts, factorResets, settings, mail }) => {
    const reset = await factorResets.get(factorResetId);
    if (reset === null || reset.status !== 'pending') return;
    const recipient = await accounts.get(recipientUserId);
    const to = mailboxOf(recipient, settings);
    if (to === null) return;
    const isMember = recipientUserId === reset.userId;
    const member = await accounts.get(reset.userId);
    const requester = await accounts.get(reset.requestedByUserId);
    const message = factorResetRequestedMail({
      locale: recipient.locale,
      recipientName: to.name,
      memberName: isMember ? null : member.displayName,
      requesterName: requester.displayName,
      reason: reset.reason,
      effectiveAt: reset.effectiveAt,
      link: `${settings.webUrl}/factor-reset/cancel#userId=${reset.userId}`,
    });
    await mail.send({ key: 'factor-reset-requested', to, ...message });
  },
);

/** The member learns that the factors are gone. */
export const mailFactorResetDone = reaction(
  factorResetDone,
  {
    topic: 'identity.mail_factor_reset_done',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['userId'],
  },
  async ({ userId }, { accounts, settings, mail, now }) => {
    const account = await accounts.get(userId);
    const to = mailboxOf(account, settings);
    if (to === null) return;
    const message = factorResetDoneMail({
      locale: account.locale,
      recipientName: to.name,
      at: now,
      link: `${settings.webUrl}/settings/security`,
    });
    await mail.send({ key: 'factor-reset-done', to, ...message });
  },
);
