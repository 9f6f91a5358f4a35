import { defaultJobPolicy } from '../kernel/outbox.ts';
import { apiKeyOwnerNotice } from './events.ts';
import { apiKeyCreatedMail } from './mails/api-key-created.ts';
import { reaction } from './ports.ts';

/** An owner learns of every new key, so that one made with a stolen session does not go unseen. */
export const mailApiKeyCreated = reaction(
  apiKeyOwnerNotice,
  { topic: 'integrations.mail_api_key_created', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ apiKeyId, ownerUserId }, { apiKeys, memberDirectory, workspaceIdentity, mail, settings }) => {
    const owner = await memberDirectory.ownerContact(ownerUserId);
    if (owner === null) return;
    const { name, keyPrefix, createdByUserId, createdAt } = await apiKeys.get(apiKeyId);
    const [creator] = await memberDirectory.find([createdByUserId]);
    const workspace = await workspaceIdentity.identity();
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...apiKeyCreatedMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        creatorName: creator?.displayName ?? 'Former member',
        keyName: name,
        keyPrefix,
        at: createdAt,
        link: `${settings.webUrl}/settings/api-keys`,
      }),
    });
  },
);
