import { meetingInvitationStates } from '../invitations/invitation.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { SchedulingContext } from './scheduling-context.ts';

/** An invitation of the undivided series, and the one that takes its place at the tail. */
export interface CarriedInvitation {
  readonly from: MeetingInvitation;
  readonly to: MeetingInvitation;
}

/** Invites everybody who is invited to the series to its tail. Writes nothing yet. */
export async function carriedInvitations(
  before: Meeting,
  tail: Meeting,
  options: { readonly timeChanged: boolean; readonly notify: boolean },
  context: SchedulingContext,
): Promise<readonly CarriedInvitation[]> {
  const { now, newId, linkTokens } = context;
  const invited = await context.meetingInvitations.ofMeeting(before.id);
  return invited.map((from) => ({
    from,
    to: carriedInvitation(from, tail, { now, newId, linkTokens, ...options }),
  }));
}

/** The same person, with a link of their own for the tail; the answer stands unless the time changes. */
function carriedInvitation(
  invitation: MeetingInvitation,
  tail: Meeting,
  {
    now,
    newId,
    linkTokens,
    timeChanged,
    notify,
  }: Pick<SchedulingContext, 'now' | 'newId' | 'linkTokens'> & { timeChanged: boolean; notify: boolean },
): MeetingInvitation {
  const id = newId();
  const { token, keyNumber } = linkTokens.derive('meeting_invitation', id, 1);
  const isOrganizer = invitation.userId === tail.organizerUserId;
  const asksAgain =
    timeChanged && !isOrganizer && (invitation.status === 'accepted' || invitation.status === 'tentative');
  return {
    ...invitation,
    id,
    meetingId: tail.id,
    status: asksAgain ? meetingInvitationStates.next(invitation.status, 'reset') : invitation.status,
    proposedStartAt: null,
    tokenHash: linkTokens.hash(token),
    tokenKeyNumber: keyNumber,
    tokenGeneration: 1,
    deliveryStatus: isOrganizer || !notify ? 'none' : 'queued',
    lastSentAt: null,
    lastSequence: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
