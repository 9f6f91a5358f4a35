import { defaultJobPolicy } from '../kernel/outbox.ts';
import { billingOwnerNotice } from './events.ts';
import { billingNoticeMail } from './mails/billing-notice.ts';
import { reaction } from './ports.ts';
import { billingPage } from './web-path.ts';

/** Mails an owner what happens to the subscription, unless they are no longer an owner. */
export const mailBillingNotice = reaction(
  billingOwnerNotice,
  {
    topic: 'billing.mail_owner_notice',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async (event, { read, plans, mail, settings }) => {
    const found = await read(async ({ memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.ownerContact(event.ownerUserId);
      return owner === null ? null : { owner, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { owner, workspace } = found;
    await mail.send({
      key: event.ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...billingNoticeMail({
        locale: owner.locale,
        notice: event.notice,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        planName: plans.plan(event.planCode).name,
        at: event.at,
        sum:
          event.amount === null || event.currency === null
            ? null
            : { amount: event.amount, currency: event.currency },
        link: `${settings.webUrl}${billingPage}`,
      }),
    });
  },
);
