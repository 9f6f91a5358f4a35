import { workspacePage } from '../kernel/links.ts';
import { defaultJobPolicy } from '../kernel/outbox.ts';
import { statusOf } from './api-key.ts';
import { apiKeyExpiryNotice } from './events.ts';
import { apiKeyExpiringMail } from './mails/api-key-expiring.ts';
import { reaction } from './ports.ts';

/** An owner learns that a key is about to end, unless its end was moved or it was revoked in the meantime. */
export const mailApiKeyExpiring = reaction(
  apiKeyExpiryNotice,
  {
    topic: 'integrations.mail_api_key_expiring',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ apiKeyId, ownerUserId, expiresAt }, { read, mail, settings, now }) => {
    const found = await read(async ({ apiKeys, memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.ownerContact(ownerUserId);
      const key = await apiKeys.get(apiKeyId);
      if (owner === null || key.expiresAt !== expiresAt || statusOf(key, now) === 'revoked') return null;
      return { owner, key, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { owner, key, workspace } = found;
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...apiKeyExpiringMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        keyName: key.name,
        keyPrefix: key.keyPrefix,
        expiresAt,
        link: workspacePage(settings.webUrl, '/settings/api-keys', workspace.id),
      }),
    });
  },
);
