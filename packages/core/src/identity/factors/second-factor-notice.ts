import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailboxOf } from '../account.ts';
import { reaction, scheduled } from '../ports.ts';
import { secondFactorDue } from './events.ts';
import { secondFactorDueMail } from './mails/second-factor-due.ts';

const mostInOneRun = 500;

/** Finds whom a workspace asks for a second factor and who has none: at the start, and in each of the last three days (MFA-12). */
export const secondFactorNotice = scheduled(
  {
    topic: 'identity.second_factor_notice',
    cron: '0 6 * * *',
    policy: { ...defaultJobPolicy, queue: 'mail', maxAttempts: 5 },
    databaseRole: 'identity',
  },
  async ({ transact }) => {
    let taken: number;
    do {
      taken = await transact(async ({ now, factors, emitFor }) => {
        const notices = await factors.takeNotices(now, mostInOneRun);
        for (const { userId, workspaceId } of notices)
          emitFor(userId, secondFactorDue, { userId, workspaceId });
        return notices.length;
      });
    } while (taken === mostInOneRun);
  },
);

export const mailSecondFactorDue = reaction(
  secondFactorDue,
  {
    topic: 'identity.mail_second_factor_due',
    policy: { ...defaultJobPolicy, queue: 'mail' },
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
