import { meetingInvitationInvalidState, meetingInvitationNotFound, meetingNotFound } from '../errors.ts';
import { meetingToChange, type VisibilityContext, type VisibleMeeting } from '../meeting-access.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { KeptInvitation } from './ports.ts';

/** The failures of a change of one invitation. */
export const invitationChangeErrors = [
  meetingNotFound,
  meetingInvitationNotFound,
  meetingInvitationInvalidState,
];

/**
 * For `find`: the meeting, locked, and one of its invitations; `meeting.not_found` before
 * `meeting_invitation.not_found`.
 */
export async function invitationToChange(
  { meetingId, invitationId }: { readonly meetingId: string; readonly invitationId: string },
  context: VisibilityContext & Pick<MeetingsPorts, 'invitees'>,
): Promise<KeptInvitation & { readonly visible: VisibleMeeting }> {
  const visible = await meetingToChange(meetingId, context);
  const kept = await context.invitees.get(meetingId, invitationId);
  return { ...kept, visible };
}
