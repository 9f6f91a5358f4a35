import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { memberJoined } from '../events.ts';
import { mailToPerson } from '../mail-to-person.ts';
import { memberJoinedMail } from '../mails/member-joined.ts';
import { reaction } from '../ports.ts';

/** The inviter learns that somebody came. */
export const mailMemberJoined = reaction(
  memberJoined,
  { topic: 'workspace.mail_member_joined', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ userId, invitedByUserId }, context) => {
    if (invitedByUserId === null) return;
    const member = await context.people.account(userId);
    if (member === null) return;
    await mailToPerson(
      invitedByUserId,
      'member-joined',
      ({ locale, displayName }, workspaceName) =>
        memberJoinedMail({
          locale,
          recipientName: displayName,
          workspaceName,
          memberName: member.displayName,
          link: `${context.settings.webUrl}/settings/members`,
        }),
      context,
    );
  },
);
