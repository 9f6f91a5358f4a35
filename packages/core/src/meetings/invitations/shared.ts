import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/use-case.ts';
import { joinUrlOf } from '../join-code.ts';
import type { MeetingInvitation } from '../meeting.ts';
import type { MeetingsPorts } from '../ports.ts';
import type { WarningView } from '../warnings.ts';
import type { InviteeRepository } from './ports.ts';
import { type MeetingInvitationView, meetingInvitationView } from './views.ts';

/** What an invitation to this address is likely to meet. */
export async function bounceWarnings(
  email: string | null,
  invitees: InviteeRepository,
): Promise<z.input<typeof WarningView>[]> {
  if (email === null || !(await invitees.hasBounced(email))) return [];
  return [
    {
      code: 'invitee.bounced_before',
      message: 'Mail to this address came back before; check it, or reach the person in another way.',
      occurrences: [],
    },
  ];
}

/** Rows that take the token of a mailed link (meetings 12). */
export const linkThrottle = { bucket: 'meeting_link', limit: 30, windowSeconds: 60 } as const;

/** Ten a minute for one link, whoever holds it. */
export const tokenThrottles = [
  {
    bucket: 'meeting_link_token',
    limit: 10,
    windowSeconds: 60,
    by: ({ token }: { readonly token: string }) => token,
  },
] as const;

/** The person's own link. */
export const inviteUrlOf = (
  { id, tokenGeneration, tokenKeyNumber }: MeetingInvitation,
  joinCode: string,
  { linkTokens, settings }: Pick<HandlerContext, 'linkTokens' | 'settings'>,
): string =>
  `${joinUrlOf(settings.webUrl, joinCode)}&invite=${
    linkTokens.derive('meeting_invitation', id, tokenGeneration, tokenKeyNumber).token
  }`;

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

/** The calendar file for whoever holds the link. */
export const calendarUrlOf = (
  meetingId: string,
  token: string,
  { baseUrl }: Pick<HandlerContext['settings'], 'baseUrl'>,
): string => `${baseUrl}/api/v1/meetings/${meetingId}/calendar.ics?invite=${token}`;
