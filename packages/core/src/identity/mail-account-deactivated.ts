import { defaultJobPolicy } from '../kernel/outbox.ts';
import { farewellMailbox } from './account.ts';
import { userDeactivated } from './events.ts';
import { accountDeactivatedMail } from './mails/account-deactivated.ts';
import { reaction } from './ports.ts';

/** Sends the last mail to an account, which says that it is gone. Its address is kept, sealed, until the mail has left. */
export const mailAccountDeactivated = reaction(
  userDeactivated,
  {
    topic: 'identity.mail_account_deactivated',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
    needs: ['userId'],
  },
  async ({ userId }, { read, transact, keyRing, settings, mail, now }) => {
    const found = await read(async ({ accounts }) => {
      const sealed = await accounts.farewell(userId);
      return sealed === null ? null : { sealed, account: await accounts.get(userId) };
    });
    if (found === null) return;
    const { locale, deactivatedAt } = found.account;
    const to = farewellMailbox({ id: userId }, found.sealed, keyRing);
    const message = accountDeactivatedMail({
      locale,
      recipientName: to.name,
      at: deactivatedAt ?? now,
      link: settings.webUrl,
    });
    await mail.send({ key: 'account-deactivated', to, ...message });
    await transact(({ accounts }) => accounts.forgetFarewell(userId));
  },
);
