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
    needs: ['userId', 'revertTokenId'],
  },
  async ({ userId, revertTokenId }, { accounts, oneTimeTokens, keyRing, settings, mail }) => {
    if (revertTokenId === null) return;
    const link = await oneTimeTokens.sealed(revertTokenId);
    const token = sealedTokenOf(link, keyRing);
    if (link !== null && token !== null) {
      const { displayName, locale, email } = await accounts.get(userId);
      const message = emailChangedMail({
        locale,
        recipientName: displayName,
        newAddress: email,
        link: `${settings.webUrl}/revert-email#token=${token}`,
      });
      await mail.send({ key: 'email-changed', to: { address: link.email, name: displayName }, ...message });
    }
    await oneTimeTokens.eraseSealed(revertTokenId);
  },
);
