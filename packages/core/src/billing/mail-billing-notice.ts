import { defaultJobPolicy } from '../kernel/outbox.ts';
import { billingOwnerNotice } from './events.ts';
import { billingNoticeMail } from './mails/billing-notice.ts';
import { reaction } from './ports.ts';
import { billingPage } from './web-path.ts';

/** An owner learns what happens to the subscription; whoever is owner no more is not told. */
export const mailBillingNotice = reaction(
  billingOwnerNotice,
  {
    topic: 'billing.mail_owner_notice',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    databaseRole: 'identity',
  },
  async (told, { read, plans, mail, settings }) => {
    const found = await read(async ({ memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.ownerContact(told.ownerUserId);
      return owner === null ? null : { owner, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { owner, workspace } = found;
    await mail.send({
      key: told.ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...billingNoticeMail({
        locale: owner.locale,
        notice: told.notice,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        planName: plans.plan(told.planCode).name,
        at: told.at,
        sum:
          told.amount === null || told.currency === null
            ? null
            : { amount: told.amount, currency: told.currency },
        link: `${settings.webUrl}${billingPage}`,
      }),
    });
  },
);
