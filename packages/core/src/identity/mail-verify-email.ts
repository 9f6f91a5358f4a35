import { defaultJobPolicy } from '../kernel/outbox.ts';
import { userRegistered } from './events.ts';
import { sealedTokenOf } from './mailed-links.ts';
import { verifyEmailMail } from './mails/verify-email.ts';
import { reaction } from './ports.ts';

/** The registrant gets the link that verifies the address; none goes out for an address that has an owner. */
export const mailVerifyEmail = reaction(
  userRegistered,
  {
    topic: 'identity.mail_verify_email',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['userId', 'verificationTokenId', 'takenByOwner'],
  },
  async (
    { userId, verificationTokenId, takenByOwner },
    { accounts, oneTimeTokens, keyRing, settings, mail },
  ) => {
    if (verificationTokenId === null) return;
    const link = await oneTimeTokens.sealed(verificationTokenId);
    const token = sealedTokenOf(link, keyRing);
    if (link !== null && token !== null && !takenByOwner) {
      const { displayName, locale } = await accounts.get(userId);
      const message = verifyEmailMail({
        locale,
        recipientName: displayName,
        address: link.email,
        link: `${settings.webUrl}/verify-email#token=${token}`,
      });
      await mail.send({ key: 'verify-email', to: { address: link.email, name: displayName }, ...message });
    }
    await oneTimeTokens.eraseSealed(verificationTokenId);
  },
);
