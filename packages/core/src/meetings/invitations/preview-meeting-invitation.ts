import { z } from 'zod';
import { linkGone } from '../../kernel/links.ts';
import { secretToken, shown } from '../../kernel/shapes.ts';
import { meetingInvitationNotFound } from '../errors.ts';
import { joinUrlOf } from '../join-code.ts';
import { meetingRoles, meetingStatuses } from '../meeting.ts';
import { occurrenceStatuses } from '../occurrence.ts';
import { query } from '../ports.ts';
import { recurrenceText } from '../recurrence/index.ts';
import { meetingInvitationStatuses } from './invitation.ts';
import { calendarUrlOf, linkThrottle, tokenThrottles } from './invitation-links.ts';
import { invitationOfLink } from './invitation-of-link.ts';
import { OccurrenceResponseView } from './views.ts';

export const previewMeetingInvitation = query({
  summary: 'Show what an invitation to a meeting is for',
  description:
    'Shows what the holder of the mailed link may see: the meeting, its next sessions, and their own answers.',
  access: 'anyone',
  throttle: linkThrottle,
  throttles: tokenThrottles,
  input: z.strictObject({ token: secretToken().describe('The text after invite= in the mailed link.') }),
  output: z.object({
    invitation: z.object({
      role: z.enum(meetingRoles),
      status: z.enum(meetingInvitationStatuses),
      displayName: z.string(),
      occurrenceResponses: z.array(OccurrenceResponseView),
    }),
    meeting: z.object({
      title: z.string(),
      description: z.string(),
      startsAt: shown.instant().nullable(),
      endsAt: shown.instant().nullable(),
      timeZone: z.string(),
      recurrenceText: z.string().nullable(),
      organizerName: z.string(),
      joinUrl: z.string(),
      status: z.enum(meetingStatuses),
      allowTentative: z.boolean().describe('Whether an invitee may answer tentative.'),
    }),
    occurrences: z
      .array(
        z.object({
          sessionId: shown.id(),
          startsAt: shown.instant(),
          endsAt: shown.instant(),
          status: z.enum(occurrenceStatuses),
        }),
      )
      .describe('At most ten sessions that have not ended.'),
    calendarUrl: z.string(),
  }),
  errors: [meetingInvitationNotFound, linkGone],

  async run({ token: given }, context) {
    const { now, settings, timeZones } = context;
    const opened = await invitationOfLink(given, context);
    const { invitation, meeting, organizerName, startsAt, endsAt, token } = opened;
    const { id: meetingId, title, description, timeZone, status, recurrence, localStart } = meeting;
    const { invitees } = context;
    const [sessions, responses] = await Promise.all([
      invitees.sessionsAhead(meetingId, now),
      invitees.responses([invitation.id]),
    ]);
    return {
      invitation: {
        role: invitation.role,
        status: invitation.status,
        displayName: invitation.displayName,
        occurrenceResponses: responses.map(({ invitationId: _, ...response }) => response),
      },
      meeting: {
        title,
        description,
        startsAt,
        endsAt,
        timeZone,
        recurrenceText:
          recurrence === null || localStart === null
            ? null
            : recurrenceText(recurrence, { localStart, timeZone }, timeZones),
        organizerName,
        joinUrl: `${joinUrlOf(settings.webUrl, meeting.joinCode)}&invite=${token}`,
        status,
        allowTentative: meeting.settings.allowTentative,
      },
      occurrences: sessions.map(({ recurrenceId: _, ...session }) => session),
      calendarUrl: calendarUrlOf(meetingId, token, settings),
    };
  },
});
