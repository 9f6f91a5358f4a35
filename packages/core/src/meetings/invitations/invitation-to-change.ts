import type { HandlerContext } from '../../kernel/use-case.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type MeetingInSight, meetingToChange } from '../standing.ts';
import type { KeptInvitation } from './ports.ts';

/** The meeting, locked, and one of its invitations; `meeting.not_found` before `meeting_invitation.not_found`. */
export async function invitationToChange(
  { meetingId, invitationId }: { readonly meetingId: string; readonly invitationId: string },
  context: HandlerContext & Pick<MeetingsPorts, 'meetings' | 'invitees'>,
): Promise<KeptInvitation & { readonly sight: MeetingInSight }> {
  const sight = await meetingToChange(meetingId, context);
  return { ...(await context.invitees.get(meetingId, invitationId)), sight };
}
