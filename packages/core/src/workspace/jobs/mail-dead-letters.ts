import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { deadLetterNotice } from './events.ts';
import { deadLettersMail } from './mails/dead-letters.ts';

/** Mails the digest of dead letters to one owner. A digest that itself dies is not part of a later digest. */
export const mailDeadLetters = reaction(
  deadLetterNotice,
  {
    topic: 'jobs.mail_dead_letters',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ ownerUserId, topics }, { read, mail, settings }) => {
    const found = await read(async ({ owners, workspaces }) => {
      const owner = await owners.ownerContact(ownerUserId);
      return owner === null ? null : { owner, workspace: await workspaces.get() };
    });
    if (found === null) return;
    const { owner, workspace } = found;
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...deadLettersMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: workspace.name,
        topics,
        link: `${settings.webUrl}/settings/jobs`,
      }),
    });
  },
);
