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
    invitation: z
      .object({
        role: z.enum(meetingRoles).describe('The role of the person in the meeting.'),
        status: z
          .enum(meetingInvitationStatuses)
          .describe('The answer of the person; pending until there is one.'),
        displayName: z.string().describe('The name that others see.'),
        occurrenceResponses: z.array(OccurrenceResponseView).describe('The answers for single sessions.'),
      })
      .describe('The invitation that the link belongs to.'),
    meeting: z
      .object({
        title: z.string().describe('The title of the meeting.'),
        description: z.string().describe('The description, as plain text.'),
        startsAt: shown.instant().nullable().describe('When it starts; null if nothing is planned.'),
        endsAt: shown.instant().nullable().describe('When it ends; null if nothing is planned.'),
        timeZone: z.string().describe('The IANA time zone, such as Europe/Berlin.'),
        recurrenceText: z
          .string()
          .nullable()
          .describe('How it repeats, as a sentence; null if it takes place once.'),
        organizerName: z.string().describe('The name of the organizer.'),
        joinUrl: z.string().describe('The address where people join.'),
        status: z.enum(meetingStatuses).describe('Where the meeting is in its life.'),
        allowTentative: z.boolean().describe('Whether the person may answer tentative.'),
      })
      .describe('The meeting that the person is invited to.'),
    occurrences: z
      .array(
        z.object({
          sessionId: shown.id().describe('The id of the session.'),
          startsAt: shown.instant().describe('When it starts.'),
          endsAt: shown.instant().describe('When it ends.'),
          status: z.enum(occurrenceStatuses).describe('Where the session is in its life.'),
        }),
      )
      .describe('At most ten sessions that have not ended.'),
    calendarUrl: z.string().describe('Where the calendar entry is.'),
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
