import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { mailToPerson } from '../mail-to-person.ts';
import { workspaceInvitationDeclinedMail } from '../mails/workspace-invitation-declined.ts';
import { reaction } from '../ports.ts';
import { invitationDeclined } from './events.ts';

/** The inviter learns that nobody will come. */
export const mailInvitationDeclined = reaction(
  invitationDeclined,
  { topic: 'workspace.mail_invitation_declined', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ invitationId, invitedByUserId }, context) => {
    const { email } = await context.invitations.get(invitationId);
    await mailToPerson(
      invitedByUserId,
      'invitation-declined',
      ({ locale, displayName }, workspaceName) =>
        workspaceInvitationDeclinedMail({
          locale,
          recipientName: displayName,
          workspaceName,
          invitedEmail: email,
          link: `${context.settings.webUrl}/settings/members`,
        }),
      context,
    );
  },
);
