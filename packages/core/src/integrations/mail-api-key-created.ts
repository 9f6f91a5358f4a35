import { formerMember } from '../kernel/former-member.ts';
import { workspacePage } from '../kernel/links.ts';
import { defaultJobPolicy } from '../kernel/outbox.ts';
import { apiKeyOwnerNotice } from './events.ts';
import { apiKeyCreatedMail } from './mails/api-key-created.ts';
import { reaction } from './ports.ts';

/** An owner learns of every new key, so that one made with a stolen session does not go unseen. */
export const mailApiKeyCreated = reaction(
  apiKeyOwnerNotice,
  {
    topic: 'integrations.mail_api_key_created',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ apiKeyId, ownerUserId }, { read, mail, settings }) => {
    const found = await read(async ({ apiKeys, memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.ownerContact(ownerUserId);
      if (owner === null) return null;
      const key = await apiKeys.get(apiKeyId);
      const [creator] = await memberDirectory.find([key.createdByUserId]);
      return { owner, key, creator, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { owner, key, creator, workspace } = found;
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...apiKeyCreatedMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        creatorName: creator?.displayName ?? formerMember,
        keyName: key.name,
        keyPrefix: key.keyPrefix,
        at: key.createdAt,
        link: workspacePage(settings.webUrl, '/settings/api-keys', workspace.id),
      }),
    });
  },
);
