import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { memberJoined } from '../events.ts';
import { memberJoinedMail } from '../mails/member-joined.ts';
import { personMail } from '../person-mail.ts';
import { reaction } from '../ports.ts';

/** Mails the inviter that the invitation was accepted. */
export const mailMemberJoined = reaction(
  memberJoined,
  {
    topic: 'workspace.mail_member_joined',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ userId, invitedByUserId }, { read, settings, mail }) => {
    if (invitedByUserId === null) return;
    const message = await read(async (ports) => {
      const member = await ports.people.account(userId);
      if (member === null) return null;
      return personMail(
        invitedByUserId,
        ({ locale, displayName }, workspaceName) =>
          memberJoinedMail({
            locale,
            recipientName: displayName,
            workspaceName,
            memberName: member.displayName,
            link: `${settings.webUrl}/settings/members`,
          }),
        settings,
        ports,
      );
    });
    if (message !== null) await mail.send({ key: 'member-joined', ...message });
  },
);
