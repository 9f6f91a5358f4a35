import type { HandlerContext } from '../../kernel/handler-context.ts';
import { goneBecause, nobody } from '../../kernel/links.ts';
import { meetingInvitationNotFound } from '../errors.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { LinkedInvitation } from './ports.ts';

type LinkContext = HandlerContext &
  Pick<MeetingsPorts, 'invitees'> & { enterByLink(workspaceId: string): Promise<void> };

/** An invitation, and the token of its own link. */
export interface OpenedInvitation extends LinkedInvitation {
  readonly token: string;
}

/**
 * The invitation that a mailed link opens; the transaction enters its workspace.
 * `meeting_invitation.not_found` for one that never existed; `link.gone` for one that was replaced or revoked, and once the
 * last session is over. The answer takes the same work for each of them: one look-up by the digest, one of the workspace, one by the id.
 */
export async function invitationOfLink(
  token: string,
  context: LinkContext,
  lock?: 'for update',
): Promise<OpenedInvitation> {
  const { linkTokens, now, enterByLink } = context;
  const tokenHash = linkTokens.hash(token);
  const place = (await context.invitees.ofToken(tokenHash)) ?? nobody;
  await enterByLink(place.workspaceId);
  // Read again from the context: repositories belong to the workspace that the transaction has entered.
  const linked = await context.invitees.linked(place.id, tokenHash, lock);
  if (linked === null) throw meetingInvitationNotFound();
  const { invitation, meeting, replaced, overAt } = linked;
  const isOver = meeting.status !== 'live' && overAt !== null && overAt <= now;
  if (invitation.status === 'revoked') throw goneBecause('revoked');
  if (replaced) throw goneBecause('superseded');
  if (meeting.status === 'archived') throw goneBecause('over');
  return isOver ? laterInvitation(invitation.id, context, lock) : { ...linked, token };
}

/** After a split the link of the head opens what the person is invited to now, under the link of that invitation. */
async function laterInvitation(
  id: string,
  { invitees, linkTokens, now }: Pick<LinkContext, 'invitees' | 'linkTokens' | 'now'>,
  lock: 'for update' | undefined,
): Promise<OpenedInvitation> {
  const later = await invitees.laterInChain(id, now);
  const linked = later === null ? null : await invitees.linked(later.id, later.tokenHash, lock);
  if (linked === null || linked.invitation.status === 'revoked') throw goneBecause('over');
  const { tokenGeneration, tokenKeyNumber } = linked.invitation;
  const { token } = linkTokens.derive(
    'meeting_invitation',
    linked.invitation.id,
    tokenGeneration,
    tokenKeyNumber,
  );
  return { ...linked, token };
}
