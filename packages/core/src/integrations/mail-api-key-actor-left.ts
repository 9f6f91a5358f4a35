import { defaultJobPolicy } from '../kernel/outbox.ts';
import { apiKeyActorLeft } from './events.ts';
import { apiKeyActorLeftMail } from './mails/api-key-actor-left.ts';
import { reaction } from './ports.ts';

/** An owner learns which keys make no meetings any more, and why. */
export const mailApiKeyActorLeft = reaction(
  apiKeyActorLeft,
  { topic: 'integrations.mail_api_key_actor_left', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async (
    { apiKeyIds, actorUserId, ownerUserId },
    { apiKeys, memberDirectory, workspaceIdentity, mail, settings },
  ) => {
    const owner = await memberDirectory.ownerContact(ownerUserId);
    if (owner === null) return;
    const keys = [];
    for (const apiKeyId of apiKeyIds) keys.push(await apiKeys.get(apiKeyId));
    const workspace = await workspaceIdentity.identity();
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...apiKeyActorLeftMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        actorName: await memberDirectory.nameOf(actorUserId),
        keyNames: keys.map(({ name }) => name),
        link: `${settings.webUrl}/settings/api-keys`,
      }),
    });
  },
);
