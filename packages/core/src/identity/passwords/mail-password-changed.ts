import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailToAccount } from '../account-mail.ts';
import { userPasswordChanged, userPasswordReset } from '../events.ts';
import { passwordChangedMail } from '../mails/password-changed.ts';
import { type IdentityReacting, reaction } from '../ports.ts';

const mailing = {
  policy: { ...defaultJobPolicy, queue: 'mail' },
  mails: 'account',
  databaseRole: 'identity',
} as const;

/** A person learns that their password was changed (AUT-12). */
export const mailPasswordChanged = reaction(
  userPasswordChanged,
  { topic: 'identity.mail_password_changed', ...mailing },
  ({ userId }, context) => notify(userId, context),
);

/** A person learns that their password was set with the mailed link (AUT-12). */
export const mailPasswordChangedByReset = reaction(
  userPasswordReset,
  { topic: 'identity.mail_password_reset', ...mailing },
  ({ userId }, context) => notify(userId, context),
);

function notify(userId: string, context: IdentityReacting): Promise<void> {
  const { now: at, settings } = context;
  const link = `${settings.webUrl}/forgot-password`;
  return mailToAccount(
    userId,
    'password-changed',
    (recipient) => passwordChangedMail({ ...recipient, at, link }),
    context,
  );
}
