import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { workspaceInvitationMail } from '../mails/workspace-invitation.ts';
import { reaction } from '../ports.ts';
import { invitationMailDue } from './events.ts';
import { sealOf, statusAt } from './invitation.ts';

/** The invited address gets the link; the sealed copy of its token is erased once the mail has left. */
export const mailInvitation = reaction(
  invitationMailDue,
  { topic: 'workspace.mail_invitation', policy: { ...defaultJobPolicy, queue: 'mail' } },
  async ({ invitationId, sendCount }, { invitations, workspaces, members, keyRing, settings, mail, now }) => {
    const invitation = await invitations.get(invitationId);
    const { sealedToken, tokenHash } = invitation;
    // Sent again, or ended, in the meantime: this link opens nothing.
    if (invitation.sendCount !== sendCount || sealedToken === null) return;
    if (statusAt(invitation, now) === 'pending') {
      const workspace = await workspaces.get();
      const inviter = await members.get(invitation.invitedByUserId).catch(() => null);
      const token = Buffer.from(keyRing.open(sealedToken, sealOf(invitationId))).toString('utf8');
      await mail.send({
        key: 'workspace-invitation',
        to: { address: invitation.email, name: invitation.displayName },
        ...workspaceInvitationMail({
          locale: workspace.settings.defaultLocale,
          recipientName: invitation.displayName,
          inviterName: inviter?.displayName ?? workspace.name,
          workspaceName: workspace.name,
          role: invitation.role,
          message: invitation.message,
          expiresAt: invitation.expiresAt,
          link: `${settings.webUrl}/invitation#token=${token}`,
        }),
      });
    }
    await invitations.eraseSealed(invitationId, tokenHash);
  },
);
