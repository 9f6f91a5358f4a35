import type { HandlerContext } from '../../kernel/handler-context.ts';
import { linkGone, meetingInvitationNotFound } from '../errors.ts';
import { nobody } from '../nobody.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { LinkedInvitation } from './ports.ts';

/**
 * The invitation that a mailed link opens; the transaction enters its workspace.
 * `meeting_invitation.not_found` for one that never existed; `link.gone` for one that was replaced or revoked, and once the
 * last session is over. The answer takes the same work for each of them: one look-up by the digest, one by the id.
 */
export async function invitationOfLink(
  token: string,
  context: HandlerContext & Pick<MeetingsPorts, 'invitees'> & { enter(workspaceId: string): void },
  lock?: 'for update',
): Promise<LinkedInvitation> {
  const { linkTokens, now, enter } = context;
  const tokenHash = linkTokens.hash(token);
  const place = (await context.invitees.ofToken(tokenHash)) ?? nobody;
  enter(place.workspaceId);
  // Read again from the context: repositories belong to the workspace that the transaction has entered.
  const linked = await context.invitees.linked(place.id, tokenHash, lock);
  if (linked === null) throw meetingInvitationNotFound();
  const { invitation, meeting, replaced, overAt } = linked;
  const isOver = meeting.status !== 'live' && overAt !== null && overAt <= now;
  if (replaced || invitation.status === 'revoked' || meeting.status === 'archived' || isOver)
    throw linkGone();
  return linked;
}
