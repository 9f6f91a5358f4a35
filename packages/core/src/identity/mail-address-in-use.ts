import { defaultJobPolicy } from '../kernel/outbox.ts';
import { mailboxOf } from './account.ts';
import { userRegistered } from './events.ts';
import { addressInUseMail } from './mails/address-in-use.ts';
import { reaction } from './ports.ts';

/** The owner of an address learns that somebody tried to register it; registration decides that once an hour (AUT-2). */
export const mailAddressInUse = reaction(
  userRegistered,
  {
    topic: 'identity.mail_address_in_use',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['noticeToUserId'],
  },
  async ({ noticeToUserId }, { accounts, settings, mail }) => {
    if (noticeToUserId === null) return;
    const owner = await accounts.get(noticeToUserId);
    const to = mailboxOf(owner, settings);
    if (to === null) return;
    const message = addressInUseMail({
      locale: owner.locale,
      recipientName: to.name,
      address: to.address,
      link: `${settings.webUrl}/sign-in`,
    });
    await mail.send({ key: 'address-in-use', to, ...message });
  },
);
