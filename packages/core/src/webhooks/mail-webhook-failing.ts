import { defaultJobPolicy } from '../kernel/outbox.ts';
import { webhookFailingNotice } from './events.ts';
import { webhookFailingMail } from './mails/webhook-failing.ts';
import { reaction } from './ports.ts';

/** After a day without a success, while there is still time before the endpoint is switched off. */
export const mailWebhookFailing = reaction(
  webhookFailingNotice,
  { topic: 'webhook.mail_failing', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async (
    { endpointId, personId, failingSince },
    { webhookEndpoints, memberDirectory, workspaceIdentity, mail, settings },
  ) => {
    const person = await memberDirectory.contact(personId);
    const endpoint = await webhookEndpoints.find(endpointId);
    if (person === null || endpoint === null) return;
    const workspace = await workspaceIdentity.identity();
    await mail.send({
      key: personId,
      to: { address: person.address, name: person.displayName },
      ...webhookFailingMail({
        locale: person.locale,
        recipientName: person.displayName,
        workspaceName: workspace.name,
        url: endpoint.url,
        failingSince,
        link: `${settings.webUrl}/settings/webhooks/${endpointId}`,
      }),
    });
  },
);
