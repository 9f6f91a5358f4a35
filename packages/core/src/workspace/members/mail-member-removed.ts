import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { memberRemoved } from '../events.ts';
import { memberRemovedMail } from '../mails/member-removed.ts';
import { sendPersonMail } from '../person-mail.ts';
import { reaction } from '../ports.ts';

/** Mails a person whom somebody else removed; whoever left knows it. */
export const mailMemberRemoved = reaction(
  memberRemoved,
  {
    topic: 'workspace.mail_member_removed',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ userId, left }, context) => {
    if (left) return;
    await sendPersonMail(
      userId,
      'member-removed',
      ({ locale, displayName }, workspaceName) =>
        memberRemovedMail({ locale, recipientName: displayName, workspaceName }),
      context,
    );
  },
);
