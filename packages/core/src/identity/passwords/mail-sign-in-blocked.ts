import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailToAccount } from '../account-mail.ts';
import { signInBlocked } from '../events.ts';
import { signInBlockedMail } from '../mails/sign-in-blocked.ts';
import { reaction } from '../ports.ts';

/** The owner of an account learns that so many passwords were tried that none works on a new device for now (THR-4). */
export const mailSignInBlocked = reaction(
  signInBlocked,
  {
    topic: 'identity.mail_sign_in_blocked',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
  },
  async ({ userId }, context) => {
    if (userId === null) return;
    const link = `${context.settings.webUrl}/forgot-password`;
    await mailToAccount(
      userId,
      'sign-in-blocked',
      (recipient) => signInBlockedMail({ ...recipient, link }),
      context,
    );
  },
);
