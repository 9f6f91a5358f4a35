import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailboxOf } from '../account.ts';
import { signInBlocked } from '../events.ts';
import { signInBlockedMail } from '../mails/sign-in-blocked.ts';
import { reaction } from '../ports.ts';

/** The owner of an account learns that so many passwords were tried that none works on a new device for now (THR-4). */
export const mailSignInBlocked = reaction(
  signInBlocked,
  { topic: 'identity.mail_sign_in_blocked', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ userId }, { accounts, settings, mail }) => {
    if (userId === null) return;
    const account = await accounts.get(userId);
    const to = mailboxOf(account, settings);
    if (to === null) return;
    const message = signInBlockedMail({
      locale: account.locale,
      recipientName: to.name,
      link: `${settings.webUrl}/forgot-password`,
    });
    await mail.send({ key: 'sign-in-blocked', to, ...message });
  },
);
