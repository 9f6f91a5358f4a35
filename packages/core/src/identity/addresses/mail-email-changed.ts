import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { userEmailChanged } from '../events.ts';
import { sealedTokenOf } from '../mailed-links.ts';
import { emailChangedMail } from '../mails/email-changed.ts';
import { reaction } from '../ports.ts';

/** The old address learns of the change, and how to take it back (AUT-12). */
export const mailEmailChanged = reaction(
  userEmailChanged,
  {
    topic: 'identity.mail_email_changed',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    needs: ['userId', 'revertTokenId'],
  },
  async ({ userId, revertTokenId }, { read, transact, keyRing, settings, mail }) => {
    if (revertTokenId === null) return;
    const found = await read(async ({ accounts, oneTimeTokens }) => {
      const link = await oneTimeTokens.sealed(revertTokenId);
      const token = sealedTokenOf(link, keyRing);
      if (link === null || token === null) return null;
      return { address: link.email, token, account: await accounts.get(userId) };
    });
    if (found !== null) {
      const { address, token } = found;
      const { displayName, locale, email } = found.account;
      const message = emailChangedMail({
        locale,
        recipientName: displayName,
        newAddress: email,
        link: `${settings.webUrl}/revert-email#token=${token}`,
      });
      await mail.send({ key: 'email-changed', to: { address, name: displayName }, ...message });
    }
    await transact(({ oneTimeTokens }) => oneTimeTokens.eraseSealed(revertTokenId));
  },
);
