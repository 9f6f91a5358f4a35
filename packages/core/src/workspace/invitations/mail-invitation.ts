import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { workspaceInvitationMail } from '../mails/workspace-invitation.ts';
import { reaction } from '../ports.ts';
import { invitationMailDue } from './events.ts';
import { sealOf, statusAt } from './invitation.ts';

/** Mails the link to the invited address, then erases the sealed copy of its token. */
export const mailInvitation = reaction(
  invitationMailDue,
  {
    topic: 'workspace.mail_invitation',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: {
      beyond: 'refuse',
      async outsiders(events, { invitations }) {
        const invited = await Promise.all(events.map(({ invitationId }) => invitations.get(invitationId)));
        return invited.map(({ email }) => [email]);
      },
    },
  },
  async ({ invitationId, sendCount }, { read, transact, keyRing, settings, mail, now }) => {
    const found = await read(async ({ invitations, workspaces, members }) => {
      const invitation = await invitations.get(invitationId);
      const { sealedToken } = invitation;
      // The invitation was sent again or has ended in the meantime, so this link no longer works.
      if (invitation.sendCount !== sendCount || sealedToken === null) return null;
      if (statusAt(invitation, now) !== 'pending') return { invitation, sealedToken, sender: null };
      const workspace = await workspaces.get();
      const inviter = await members.get(invitation.invitedByUserId).catch(() => null);
      return { invitation, sealedToken, sender: { workspace, inviter } };
    });
    if (found === null) return;
    const { invitation, sealedToken, sender } = found;
    if (sender !== null) {
      const { workspace, inviter } = sender;
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
    await transact(({ invitations }) => invitations.eraseSealed(invitationId, invitation.tokenHash));
  },
);
