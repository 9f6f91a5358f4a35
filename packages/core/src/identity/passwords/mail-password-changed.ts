import { defaultJobPolicy } from '../../kernel/outbox.ts';
import type { ReactingContext } from '../../kernel/use-case.ts';
import { mailboxOf } from '../account.ts';
import { userPasswordChanged, userPasswordReset } from '../events.ts';
import { passwordChangedMail } from '../mails/password-changed.ts';
import { type IdentityPorts, reaction } from '../ports.ts';

const policy = { ...defaultJobPolicy, queue: 'mail' };

/** A person learns that their password is another now (AUT-12). */
export const mailPasswordChanged = reaction(
  userPasswordChanged,
  { topic: 'identity.mail_password_changed', policy },
  ({ userId }, context) => tell(userId, context),
);

/** The same, where it was set by the mailed link. */
export const mailPasswordReset = reaction(
  userPasswordReset,
  { topic: 'identity.mail_password_reset', policy },
  ({ userId }, context) => tell(userId, context),
);

async function tell(
  userId: string,
  { accounts, settings, mail, now }: ReactingContext<IdentityPorts> & IdentityPorts,
): Promise<void> {
  const account = await accounts.get(userId);
  const to = mailboxOf(account, settings);
  if (to === null) return;
  const message = passwordChangedMail({
    locale: account.locale,
    recipientName: to.name,
    at: now,
    link: `${settings.webUrl}/forgot-password`,
  });
  await mail.send({ key: 'password-changed', to, ...message });
}
