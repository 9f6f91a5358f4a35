import { defaultJobPolicy } from '../kernel/outbox.ts';
import { farewellMailbox } from './account.ts';
import { userDeactivated } from './events.ts';
import { accountDeactivatedMail } from './mails/account-deactivated.ts';
import { reaction } from './ports.ts';

/** The last mail to an account: that it is gone. Its address is kept, sealed, until this has left. */
export const mailAccountDeactivated = reaction(
  userDeactivated,
  {
    topic: 'identity.mail_account_deactivated',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['userId'],
  },
  async ({ userId }, { accounts, keyRing, settings, mail, now }) => {
    const sealed = await accounts.farewell(userId);
    if (sealed === null) return;
    const { locale, deactivatedAt } = await accounts.get(userId);
    const to = farewellMailbox({ id: userId }, sealed, keyRing);
    const message = accountDeactivatedMail({
      locale,
      recipientName: to.name,
      at: deactivatedAt ?? now,
      link: settings.webUrl,
    });
    await mail.send({ key: 'account-deactivated', to, ...message });
    await accounts.forgetFarewell(userId);
  },
);
