import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailboxOf } from '../account.ts';
import { reaction } from '../ports.ts';
import { secondFactorDue } from './events.ts';
import { secondFactorDueMail } from './mails/second-factor-due.ts';

/** A member learns that a workspace demands a second factor, unless they have enrolled one in the meantime (MFA-12). */
export const mailSecondFactorDue = reaction(
  secondFactorDue,
  {
    topic: 'identity.mail_second_factor_due',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'account',
    databaseRole: 'identity',
  },
  async ({ userId, workspaceId }, { read, settings, mail }) => {
    const { demand, account } = await read(async ({ accounts, factors }) => ({
      demand: (await factors.demandsOn(userId)).find((each) => each.workspaceId === workspaceId),
      account: await accounts.get(userId),
    }));
    const to = mailboxOf(account, settings);
    if (demand === undefined || account.hasSecondFactor || to === null) return;
    const message = secondFactorDueMail({
      locale: account.locale,
      recipientName: to.name,
      workspaceName: demand.name,
      dueAt: demand.dueAt,
      link: `${settings.webUrl}/settings/security`,
    });
    await mail.send({ key: 'second-factor-due', to, ...message });
  },
);
