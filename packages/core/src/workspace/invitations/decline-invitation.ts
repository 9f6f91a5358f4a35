import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { seatOf } from '../member.ts';
import { command } from '../ports.ts';
import { invitationDeclined } from './events.ts';
import { ended } from './invitation.ts';
import { invitationOfLink, requirePending } from './invitation-of-link.ts';

export const declineInvitation = command({
  summary: 'Decline an invitation to a workspace',
  description: 'Anyone who holds the mailed link can decline. The inviter is notified by mail.',
  access: 'anyone',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The part of the mailed link after the #.') }),
  output: z.object({ status: z.literal('declined').describe('Always declined.') }),
  errors: [linkNotFound, linkGone, workspaceNotActive],

  find: ({ token }, context) => invitationOfLink(token, context),

  async run(_, context) {
    const { found, now, emit, invitations, usage } = context;
    const invitation = await invitations.lock(found.invitationId);
    requirePending(invitation, now);

    const after = await invitations.save(ended(invitation, 'decline', now));
    await usage.unreserve(seatOf(after.role), 1);
    const { id: invitationId, role, version, invitedByUserId } = after;
    emit(invitationDeclined, { invitationId, role, version, invitedByUserId });
    return { status: 'declined' as const };
  },
});
