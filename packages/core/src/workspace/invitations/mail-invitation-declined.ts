import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { workspaceInvitationDeclinedMail } from '../mails/workspace-invitation-declined.ts';
import { personMail } from '../person-mail.ts';
import { reaction } from '../ports.ts';
import { invitationDeclined } from './events.ts';

/** Mails the inviter that the invitation was declined. */
export const mailInvitationDeclined = reaction(
  invitationDeclined,
  {
    topic: 'workspace.mail_invitation_declined',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ invitationId, invitedByUserId }, { read, settings, mail }) => {
    const message = await read(async (ports) => {
      const { email } = await ports.invitations.get(invitationId);
      return personMail(
        invitedByUserId,
        ({ locale, displayName }, workspaceName) =>
          workspaceInvitationDeclinedMail({
            locale,
            recipientName: displayName,
            workspaceName,
            invitedEmail: email,
            link: `${settings.webUrl}/settings/members`,
          }),
        settings,
        ports,
      );
    });
    if (message !== null) await mail.send({ key: 'invitation-declined', ...message });
  },
);
