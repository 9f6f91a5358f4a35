import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { plusDays } from '../../kernel/time.ts';
import { verificationAsked } from '../events.ts';
import { mailLink } from '../mailed-links.ts';
import { verifyEmailMail } from '../mails/verify-email.ts';
import { reaction } from '../ports.ts';

/** Whoever has registered an address and lost the link gets a new one, as long as nobody owns the address. */
export const mailVerificationAgain = reaction(
  verificationAsked,
  {
    topic: 'identity.mail_verification_again',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    orderingKey: ({ userId }) => `verify-email:${userId}`,
  },
  async ({ userId }, context) => {
    if (userId === null) return;
    const { read, settings, mail, now } = context;
    const claim = await read(async ({ accounts }) => {
      const { email, emailVerifiedAt, displayName, locale } = await accounts.get(userId);
      if (email === null || emailVerifiedAt !== null || (await accounts.ownerOf(email)) !== null) return null;
      return { email, displayName, locale };
    });
    if (claim === null) return;
    const { email, displayName, locale } = claim;

    await mailLink(
      { purpose: 'verify_email', userId, email, expiresAt: plusDays(now, 1) },
      (token) =>
        mail.send({
          key: 'verify-email',
          to: { address: email, name: displayName },
          ...verifyEmailMail({
            locale,
            recipientName: displayName,
            address: email,
            link: `${settings.webUrl}/verify-email#token=${token}`,
          }),
        }),
      context,
    );
  },
);
