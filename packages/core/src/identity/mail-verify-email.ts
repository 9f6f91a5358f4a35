import { defaultJobPolicy } from '../kernel/outbox.ts';
import { userRegistered } from './events.ts';
import { sealedTokenOf } from './mailed-links.ts';
import { verifyEmailMail } from './mails/verify-email.ts';
import { reaction } from './ports.ts';

/** The registrant gets the link that verifies the address; nothing is mailed for an address that has an owner. */
export const mailVerifyEmail = reaction(
  userRegistered,
  {
    topic: 'identity.mail_verify_email',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    needs: ['userId', 'verificationTokenId', 'takenByOwner'],
  },
  async ({ userId, verificationTokenId, takenByOwner }, { read, transact, keyRing, settings, mail }) => {
    if (verificationTokenId === null) return;
    const found = await read(async ({ accounts, oneTimeTokens }) => {
      const link = await oneTimeTokens.sealed(verificationTokenId);
      const token = sealedTokenOf(link, keyRing);
      if (link === null || token === null || takenByOwner) return null;
      return { address: link.email, token, account: await accounts.get(userId) };
    });
    if (found !== null) {
      const { address, token } = found;
      const { displayName, locale } = found.account;
      const message = verifyEmailMail({
        locale,
        recipientName: displayName,
        address,
        link: `${settings.webUrl}/verify-email#token=${token}`,
      });
      await mail.send({ key: 'verify-email', to: { address, name: displayName }, ...message });
    }
    await transact(({ oneTimeTokens }) => oneTimeTokens.eraseSealed(verificationTokenId));
  },
);
