import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { MeetingInvitation } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import { type MeetingInvitationView, meetingInvitationView } from './views.ts';

type Answering = Pick<MeetingsPorts, 'invitees'> & Pick<HandlerContext, 'workspaceId'>;

/** An invitation as hosts see it, with the answers for single sessions. */
export async function shownInvitation(
  invitation: MeetingInvitation,
  avatarUrl: string | null,
  { invitees, workspaceId }: Answering,
): Promise<z.input<typeof MeetingInvitationView>> {
  const responses = await invitees.responses([invitation.id]);
  return meetingInvitationView(invitation, { avatarUrl }, responses, workspaceId);
}
