import { z } from 'zod';
import { formerMember } from '../../kernel/former-member.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { query } from '../ports.ts';
import { invitationOfLink } from './invitation-of-link.ts';
import { InvitationPreviewView } from './views.ts';

export const previewInvitation = query({
  summary: 'Show what an invitation is for',
  description: 'For anyone who opens the mailed link. The invitation is not used up.',
  access: 'anyone',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The part of the mailed link after the #.') }),
  output: InvitationPreviewView,
  errors: [linkNotFound, linkGone],

  async run({ token }, context) {
    const { invitationId } = await invitationOfLink(token, context);
    const { invitations, workspaces, members } = context;
    const [invitation, workspace] = await Promise.all([invitations.get(invitationId), workspaces.get()]);
    const { email, role, expiresAt, status, invitedByUserId } = invitation;
    const inviter = await members.get(invitedByUserId).catch(() => null);
    return {
      workspaceName: workspace.name,
      workspaceLogoUrl: workspace.logoUrl,
      inviterDisplayName: inviter?.displayName ?? formerMember,
      email,
      role,
      expiresAt,
      status,
    };
  },
});
