import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { emailChangeAsked } from '../events.ts';
import { mailLink } from '../mailed-links.ts';
import { emailChangeConfirmMail } from '../mails/email-change-confirm.ts';
import { reaction } from '../ports.ts';

/** The new address gets the link that makes it the account's; nothing is mailed to an address that has an owner. */
export const mailEmailChangeConfirm = reaction(
  emailChangeAsked,
  {
    topic: 'identity.mail_email_change',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    orderingKey: ({ userId }) => `email-change:${userId}`,
  },
  async ({ userId, expiresAt }, context) => {
    if (userId === null) return;
    const { read, settings, mail } = context;
    const claim = await read(async ({ accounts }) => {
      const { pendingEmail, displayName, locale } = await accounts.get(userId);
      if (pendingEmail === null || (await accounts.ownerOf(pendingEmail)) !== null) return null;
      return { pendingEmail, displayName, locale };
    });
    if (claim === null) return;
    const { pendingEmail, displayName, locale } = claim;

    await mailLink(
      { purpose: 'email_change', userId, email: pendingEmail, expiresAt },
      (token) =>
        mail.send({
          key: 'email-change-confirm',
          to: { address: pendingEmail, name: displayName },
          ...emailChangeConfirmMail({
            locale,
            recipientName: displayName,
            address: pendingEmail,
            link: `${settings.webUrl}/confirm-email#token=${token}`,
          }),
        }),
      context,
    );
  },
);
