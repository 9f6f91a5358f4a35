import { defaultJobPolicy } from '../kernel/outbox.ts';
import { webhookDisabledNotice } from './events.ts';
import { webhookDisabledMail } from './mails/webhook-disabled.ts';
import { reaction } from './ports.ts';

/** The service switched the endpoint off by itself: what it misses from now on can be recovered for 30 days. */
export const mailWebhookDisabled = reaction(
  webhookDisabledNotice,
  { topic: 'webhook.mail_disabled', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async (
    { endpointId, personId, reason, at },
    { webhookEndpoints, memberDirectory, workspaceIdentity, mail, settings },
  ) => {
    const person = await memberDirectory.contact(personId);
    const endpoint = await webhookEndpoints.find(endpointId);
    if (person === null || endpoint === null) return;
    const workspace = await workspaceIdentity.identity();
    await mail.send({
      key: personId,
      to: { address: person.address, name: person.displayName },
      ...webhookDisabledMail({
        locale: person.locale,
        recipientName: person.displayName,
        workspaceName: workspace.name,
        url: endpoint.url,
        reason,
        at,
        link: `${settings.webUrl}/settings/webhooks/${endpointId}`,
      }),
    });
  },
);
