import { defaultJobPolicy } from '../kernel/outbox.ts';
import { mailToAccount } from './account-mail.ts';
import { userRegistered } from './events.ts';
import { addressInUseMail } from './mails/address-in-use.ts';
import { reaction } from './ports.ts';

/** The owner of an address learns that somebody tried to register it; registration asks for this at most once an hour (AUT-2). */
export const mailAddressInUse = reaction(
  userRegistered,
  {
    topic: 'identity.mail_address_in_use',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    needs: ['noticeToUserId'],
  },
  async ({ noticeToUserId }, context) => {
    if (noticeToUserId === null) return;
    const link = `${context.settings.webUrl}/sign-in`;
    await mailToAccount(
      noticeToUserId,
      'address-in-use',
      (recipient) => addressInUseMail({ ...recipient, link }),
      context,
    );
  },
);
