import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { passwordResetAsked, userEmailReverted } from '../events.ts';
import { mailLink } from '../mailed-links.ts';
import { type ResetPasswordMailInput, resetPasswordMail } from '../mails/reset-password.ts';
import { type IdentityReacting, reaction } from '../ports.ts';

const minutes = 30;

/** Whoever forgot the password gets the link that sets a new one; an unknown address gets nothing. */
export const mailPasswordResetLink = reaction(
  passwordResetAsked,
  {
    topic: 'identity.mail_reset_password',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    orderingKey: ({ userId }) => `reset-password:${userId}`,
  },
  async ({ userId }, context) => {
    if (userId !== null) await mailResetLink(userId, 'asked', context);
  },
);

/** Whoever took back an address gets the link that sets a password in place of the suspended one (platform 3.1). */
export const mailPasswordResetLinkAfterRevert = reaction(
  userEmailReverted,
  {
    topic: 'identity.mail_reset_after_revert',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    needs: ['userId'],
  },
  ({ userId }, context) => mailResetLink(userId, 'reverted', context),
);

async function mailResetLink(
  userId: string,
  because: ResetPasswordMailInput['because'],
  context: IdentityReacting,
): Promise<void> {
  const { read, settings, mail, now } = context;
  const { email, displayName, locale } = await read(({ accounts }) => accounts.get(userId));
  if (email === null) return;
  await mailLink(
    { purpose: 'reset_password', userId, email, expiresAt: plusMinutes(now, minutes) },
    (token) =>
      mail.send({
        key: 'reset-password',
        to: { address: email, name: displayName },
        ...resetPasswordMail({
          locale,
          recipientName: displayName,
          because,
          link: `${settings.webUrl}/reset-password#token=${token}`,
        }),
      }),
    context,
  );
}
