import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type AvailabilityBlock, blockKinds, weekdays } from './block.ts';
import { type Conflict, conflictKinds } from './conflicts.ts';

export const AvailabilityBlockView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    userId: z.string().describe('Whose time it is.'),
    kind: z.enum(blockKinds).describe('Whether the person is free or busy at that time.'),
    title: z.string().nullable().describe('A title that only the person sees; null without one.'),
    timeZone: z.string().describe('The IANA time zone, such as Europe/Berlin.'),
    startsAt: shown.instant().nullable().describe('When it starts; null if it has weekly hours.'),
    endsAt: shown.instant().nullable().describe('When it ends; null if it has weekly hours.'),
    allDay: z.boolean().describe('True if it takes whole days.'),
    rrule: z.string().nullable().describe('How it repeats, as an RFC 5545 rule; null if it does not.'),
    weekly: z
      .array(
        z.object({
          day: z.enum(weekdays).describe('The day of the week.'),
          start: z.string().describe('When the hours begin, such as 09:00.'),
          end: z.string().describe('When the hours end, such as 17:00.'),
        }),
      )
      .describe('The hours of each day of the week.'),
    effectiveFrom: shown
      .date()
      .nullable()
      .describe('The first day on which it holds; null from the beginning.'),
    effectiveUntil: shown.date().nullable().describe('The last day on which it holds; null without an end.'),
    createdAt: shown.createdAt(),
  })
  .meta({ id: 'AvailabilityBlock', description: 'A time at which somebody is free or busy.' });

export const availabilityBlockView = (
  { localStart: _, repeatsUntil: __, weekly, ...block }: AvailabilityBlock,
  workspaceId: string,
): z.input<typeof AvailabilityBlockView> => ({ ...block, workspaceId, weekly: [...weekly] });

export const AvailabilityInstanceView = z
  .object({
    blockId: shown.id().describe('The id of the block of time.'),
    kind: z.enum(blockKinds).describe('Whether the person is free or busy at that time.'),
    startsAt: shown.instant().describe('When it starts.'),
    endsAt: shown.instant().describe('When it ends.'),
    title: z
      .string()
      .nullable()
      .describe('The title of the block; null for everybody but the person themselves.'),
  })
  .meta({ id: 'AvailabilityInstance', description: 'One time out of a block that may repeat.' });

export const AvailabilityConflictView = z
  .object({
    person: z
      .object({
        userId: z.string().nullable().describe('The id of the person; null if they have no account.'),
        displayName: z.string().describe('The name that others see.'),
        email: z
          .string()
          .nullable()
          .describe('The e-mail address of the person; null if you may not see it.'),
        avatarUrl: z.string().nullable().describe('The address of a picture; null without one.'),
      })
      .describe('Who has something else.'),
    kind: z.enum(conflictKinds).describe('What the person has at that time.'),
    occurrenceStartsAt: shown.instant().describe('The start of the asked time that it overlaps.'),
    startsAt: shown.instant().describe('When it starts.'),
    endsAt: shown.instant().describe('When it ends.'),
    meetingId: shown.id().nullable().describe('The id of the meeting; null unless you may see it.'),
    title: z.string().nullable().describe('What it is; null if you may not see that.'),
    message: z.string().describe('What is in the way, in a sentence.'),
  })
  .meta({ id: 'AvailabilityConflict', description: 'What somebody has at a time that was asked about.' });

export const conflictView = ({
  userId,
  displayName,
  ...conflict
}: Conflict): z.input<typeof AvailabilityConflictView> => ({
  ...conflict,
  person: { userId, displayName, email: null, avatarUrl: null },
});
