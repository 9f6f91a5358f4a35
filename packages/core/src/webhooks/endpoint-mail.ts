import { workspacePage } from '../kernel/links.ts';
import type { RenderedMail } from '../kernel/mail-template.ts';
import type { WebhookMailInput } from './mails/webhook-mail.ts';
import type { WebhooksReacting } from './ports.ts';

/** Mails a person about an endpoint if both still exist. */
export async function mailAboutEndpoint(
  { endpointId, personId }: { readonly endpointId: string; readonly personId: string },
  mailOf: (about: WebhookMailInput) => RenderedMail,
  { read, mail, settings }: WebhooksReacting,
): Promise<void> {
  const found = await read(async ({ webhookEndpoints, memberDirectory, workspaceIdentity }) => {
    const person = await memberDirectory.contact(personId);
    const endpoint = await webhookEndpoints.find(endpointId);
    if (person === null || endpoint === null) return null;
    return { person, endpoint, workspace: await workspaceIdentity.identity() };
  });
  if (found === null) return;
  const { person, endpoint, workspace } = found;
  // Nothing is sent to an endpoint without an address, so nothing fails there.
  if (endpoint.url === null) return;
  await mail.send({
    key: personId,
    to: { address: person.address, name: person.displayName },
    ...mailOf({
      locale: person.locale,
      recipientName: person.displayName,
      workspaceName: workspace.name,
      url: endpoint.url,
      link: workspacePage(settings.webUrl, `/settings/webhooks/${endpointId}`, workspace.id),
    }),
  });
}
