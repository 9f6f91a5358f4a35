import { z } from 'zod';
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
      .describe('Null beyond the horizon: such a session can be neither changed nor started yet.'),
    workspaceId: z.string(),
    meetingId: shown.id(),
    recurrenceId: z
      .string()
      .nullable()
      .describe('The local start that the rule gave it; null for meetings without a rule.'),
    recurrenceIdAt: shown.instant().nullable(),
    startsAt: shown.instant(),
    endsAt: shown.instant(),
    durationMinutes: z.int(),
    timeZone: z.string(),
    localStart: z.string(),
    adjustment: z
      .enum(['gap', 'overlap'])
      .nullable()
      .describe(
        'gap: the clocks skip this time, so it is later. overlap: they show it twice; this is the first.',
      ),
    title: z.string(),
    description: z.string(),
    isException: z.boolean().describe('If true, its time, length, title or description is its own.'),
    status: z.enum(occurrenceStatuses),
    startedAt: shown.instant().nullable(),
    endedAt: shown.instant().nullable(),
    startedBy: MeetingPersonView.nullable(),
    endedBy: MeetingPersonView.nullable(),
    endReason: z.enum(endReasons).nullable(),
    cancelReason: z.string().nullable(),
    participantCount: z.int(),
    peakParticipants: z.int(),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'MeetingOccurrence' });

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
      displayName: known?.displayName ?? 'Former member',
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
