import { z } from 'zod';
import { formerMember } from '../kernel/former-member.ts';
import { shown } from '../kernel/shapes.ts';
import { MeetingPersonView } from './invitations/views.ts';
import type { Meeting } from './meeting.ts';
import { endReasons, isException, type Occurrence, occurrenceStatuses } from './occurrence.ts';
import type { MeetingPerson } from './ports.ts';

export const OccurrenceView = z
  .object({
    id: shown
      .id()
      .nullable()
      .describe(
        'The id of the session; null beyond the horizon: such a session can be neither changed nor started yet.',
      ),
    workspaceId: shown.workspaceId(),
    meetingId: shown.id().describe('The id of the meeting.'),
    recurrenceId: z
      .string()
      .nullable()
      .describe('The local start that the rule gave it; null for meetings without a rule.'),
    recurrenceIdAt: shown
      .instant()
      .nullable()
      .describe('When the series first planned it; null if it is no part of a series.'),
    startsAt: shown.instant().describe('When it starts.'),
    endsAt: shown.instant().describe('When it ends.'),
    durationMinutes: z.int().describe('How long it lasts, in minutes.'),
    timeZone: z.string().describe('The IANA zone of the meeting.'),
    localStart: z.string().describe('When it starts on the clock of its time zone.'),
    adjustment: z
      .enum(['gap', 'overlap'])
      .nullable()
      .describe(
        'gap: the clocks skip this time, so it is later. overlap: they show it twice; this is the first. Null otherwise.',
      ),
    title: z.string().describe('The title of the session.'),
    description: z.string().describe('What the session is about, as plain text; empty if there is nothing.'),
    isException: z.boolean().describe('If true, its time, length, title or description is its own.'),
    status: z.enum(occurrenceStatuses).describe('Where the session is in its life.'),
    startedAt: shown.instant().nullable().describe('When the session was started; null until then.'),
    endedAt: shown.instant().nullable().describe('When it ended; null until then.'),
    startedBy: MeetingPersonView.nullable().describe('Who started it; null if nobody did.'),
    endedBy: MeetingPersonView.nullable().describe('Who ended it; null if nobody did.'),
    endReason: z.enum(endReasons).nullable().describe('Why it ended; null until then.'),
    cancelReason: z.string().nullable().describe('Why it was cancelled; null without a reason.'),
    participantCount: z.int().describe('How many people took part.'),
    peakParticipants: z.int().describe('How many people were present at the same time at most.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'MeetingOccurrence', description: 'One session of a meeting.' });

export function occurrenceView(
  occurrence: Occurrence,
  { title, description, timeZone }: Pick<Meeting, 'title' | 'description' | 'timeZone'>,
  people: readonly MeetingPerson[],
  workspaceId: string,
): z.input<typeof OccurrenceView> & { id: string } {
  const person = (userId: string | null) => {
    if (userId === null) return null;
    const known = people.find((other) => other.userId === userId);
    return {
      userId,
      displayName: known?.displayName ?? formerMember,
      // Everybody may see who ran it, but not how to reach them.
      email: null,
      avatarUrl: known?.avatarUrl ?? null,
    };
  };
  return {
    ...occurrence,
    workspaceId,
    timeZone,
    title: occurrence.title ?? title,
    description: occurrence.description ?? description,
    isException: isException(occurrence),
    startedBy: person(occurrence.startedByUserId),
    endedBy: person(occurrence.endedByUserId),
  };
}
