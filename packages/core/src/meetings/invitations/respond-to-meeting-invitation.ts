import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { linkGone } from '../../kernel/links.ts';
import { id, multiline, plannedInstant, secretToken, shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  meetingInvalidState,
  meetingInvitationInvalidState,
  meetingInvitationNotFound,
  occurrenceInvalidState,
  occurrenceNotFound,
} from '../errors.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { checkStart } from '../scheduling/schedule-rules.ts';
import type { Answer, Response } from './invitation.ts';
import { calendarUrlOf, linkThrottle, tokenThrottles } from './invitation-links.ts';
import { invitationOfLink } from './invitation-of-link.ts';
import type { LinkedInvitation, LinkedOccurrence } from './ports.ts';
import { recordResponse } from './recorded-response.ts';

const spellings: Readonly<Record<string, Answer>> = {
  accept: 'accepted',
  decline: 'declined',
  tentatively_accept: 'tentative',
};

export const respondToMeetingInvitation = command({
  summary: 'Answer an invitation to a meeting',
  description:
    'Whoever holds the mailed link can answer until the last session has ended; the last answer counts. With a sessionId the answer is for that session alone.',
  access: 'anyone',
  bearer: 'optional',
  always: true,
  throttle: linkThrottle,
  throttles: tokenThrottles,
  input: z.strictObject({
    token: secretToken().describe('The text after invite= in the mailed link.'),
    response: z
      .enum(['accepted', 'declined', 'tentative', 'accept', 'decline', 'tentatively_accept'])
      .describe('Your answer; accept, decline and tentatively_accept mean accepted, declined and tentative.'),
    sessionId: id().optional().describe('One session of a series; by default the answer is for all of it.'),
    comment: multiline(500).optional().describe('What you want to tell the organizer.'),
    proposedStartAt: plannedInstant()
      .optional()
      .describe(
        'Another start that would suit: a whole minute, not past, within five years; not allowed with accepted.',
      ),
  }),
  output: z.object({
    invitation: z
      .object({
        status: z.enum(['accepted', 'declined', 'tentative']).describe('What you answered.'),
        respondedAt: shown.instant().describe('When you answered.'),
        sessionId: shown
          .id()
          .nullable()
          .describe('The session that you answered for; null for the whole meeting.'),
      })
      .describe('Your answer, as it is recorded.'),
    meeting: z
      .object({
        title: z.string().describe('The title of the meeting.'),
        startsAt: shown.instant().nullable().describe('When it starts; null if nothing is planned.'),
        endsAt: shown.instant().nullable().describe('When it ends; null if nothing is planned.'),
        timeZone: z.string().describe('The IANA time zone, such as Europe/Berlin.'),
        organizerName: z.string().describe('The name of the organizer.'),
      })
      .describe('The meeting that you answered for.'),
    calendarUrl: z.string().describe('Where the calendar entry is.'),
  }),
  errors: [
    meetingInvitationNotFound,
    occurrenceNotFound,
    linkGone,
    workspaceNotActive,
    meetingInvalidState,
    meetingInvitationInvalidState,
    occurrenceInvalidState,
  ],
  cli: { aliases: ['respond'] },

  async run({ token, response, sessionId, comment, proposedStartAt }, context) {
    const { now, principal, settings } = context;
    const answer = spellings[response] ?? (response as Answer); // what is no other spelling is the answer itself
    if (answer === 'accepted' && proposedStartAt !== undefined)
      throw invalidField('/proposedStartAt', 'field.not_an_option', 'Leave it out when you accept.');
    if (proposedStartAt !== undefined) checkStart(proposedStartAt, now, '/proposedStartAt');
    const linked = await invitationOfLink(token, context, 'for update');
    const { invitation, meeting, organizerName } = linked;
    if (meeting.status === 'cancelled') throw meetingInvalidState();
    if (invitation.userId === meeting.organizerUserId) throw meetingInvitationInvalidState();
    if (answer === 'tentative' && !meeting.settings.allowTentative)
      throw invalidField('/response', 'response.tentative_not_allowed', 'Answer accepted or declined.');
    const session = await sessionOf(sessionId, linked, now, context);

    const isThePerson = principal.kind === 'user' && principal.userId === invitation.userId;
    const given: Response = {
      answer,
      comment: comment || null,
      proposedStartAt: proposedStartAt ?? null,
      via: isThePerson ? 'app' : 'link',
    };
    await recordResponse(invitation, meeting.recurrence === null ? null : session, given, context);
    return {
      invitation: { status: answer, respondedAt: now, sessionId: session?.sessionId ?? null },
      meeting: {
        title: meeting.title,
        startsAt: session?.startsAt ?? linked.startsAt,
        endsAt: session?.endsAt ?? linked.endsAt,
        timeZone: meeting.timeZone,
        organizerName,
      },
      calendarUrl: calendarUrlOf(meeting.id, linked.token, settings),
    };
  },
});

async function sessionOf(
  sessionId: string | undefined,
  { meeting }: LinkedInvitation,
  now: Instant,
  { invitees }: Pick<MeetingsPorts, 'invitees'>,
): Promise<LinkedOccurrence | null> {
  if (sessionId === undefined) return null;
  const session = await invitees.session(meeting.id, sessionId);
  if (session === null) throw occurrenceNotFound();
  const isOpen = session.status === 'live' || (session.status === 'scheduled' && session.endsAt > now);
  if (!isOpen) throw occurrenceInvalidState();
  return session;
}
