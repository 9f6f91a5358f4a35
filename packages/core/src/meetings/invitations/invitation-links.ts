import type { HandlerContext } from '../../kernel/handler-context.ts';
import { misses } from '../../kernel/throttling.ts';
import { joinUrlOf } from '../join-code.ts';
import type { MeetingInvitation } from '../meeting.ts';

/** The throttle of endpoints that take the token of a mailed link (meetings 12). */
export const linkThrottle = misses('meeting_link', 30);

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

/** The calendar file for whoever holds the link. */
export const calendarUrlOf = (
  meetingId: string,
  token: string,
  { baseUrl }: Pick<HandlerContext['settings'], 'baseUrl'>,
): string => `${baseUrl}/api/v1/meetings/${meetingId}/calendar.ics?invite=${token}`;
