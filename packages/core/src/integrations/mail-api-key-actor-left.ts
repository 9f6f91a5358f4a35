import { workspacePage } from '../kernel/links.ts';
import { defaultJobPolicy } from '../kernel/outbox.ts';
import { apiKeyActorLeft } from './events.ts';
import { apiKeyActorLeftMail } from './mails/api-key-actor-left.ts';
import { reaction } from './ports.ts';

/** An owner learns which keys can no longer make meetings, and why. */
export const mailApiKeyActorLeft = reaction(
  apiKeyActorLeft,
  {
    topic: 'integrations.mail_api_key_actor_left',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ apiKeyIds, actorUserId, ownerUserId }, { read, mail, settings }) => {
    const found = await read(async ({ apiKeys, memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.ownerContact(ownerUserId);
      if (owner === null) return null;
      const keys = [];
      for (const apiKeyId of apiKeyIds) keys.push(await apiKeys.get(apiKeyId));
      const workspace = await workspaceIdentity.identity();
      return { owner, keys, workspace, actorName: await memberDirectory.nameOf(actorUserId) };
    });
    if (found === null) return;
    const { owner, keys, workspace, actorName } = found;
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...apiKeyActorLeftMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        actorName,
        keyNames: keys.map(({ name }) => name),
        link: workspacePage(settings.webUrl, '/settings/api-keys', workspace.id),
      }),
    });
  },
);
