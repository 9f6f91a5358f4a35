import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { deadLetterNotice } from './events.ts';
import { deadLettersMail } from './mails/dead-letters.ts';

/** The digest of dead letters, to one owner. A digest that dies itself is in no later digest. */
export const mailDeadLetters = reaction(
  deadLetterNotice,
  { topic: 'jobs.mail_dead_letters', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ ownerUserId, topics }, { owners, workspaces, mail, settings }) => {
    const owner = await owners.ownerContact(ownerUserId);
    if (owner === null) return;
    const { name } = await workspaces.get();
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...deadLettersMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        workspaceName: name,
        topics,
        link: `${settings.webUrl}/settings/jobs`,
      }),
    });
  },
);
