import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type AvailabilityBlock, blockKinds, weekdays } from './block.ts';
import { type Conflict, conflictKinds } from './conflicts.ts';

export const AvailabilityBlockView = z
  .object({
    id: shown.id(),
    workspaceId: z.string(),
    userId: z.string(),
    kind: z.enum(blockKinds),
    title: z.string().nullable(),
    timeZone: z.string(),
    startsAt: shown.instant().nullable(),
    endsAt: shown.instant().nullable(),
    allDay: z.boolean(),
    rrule: z.string().nullable(),
    weekly: z.array(z.object({ day: z.enum(weekdays), start: z.string(), end: z.string() })),
    effectiveFrom: shown.date().nullable(),
    effectiveUntil: shown.date().nullable(),
    createdAt: shown.instant(),
  })
  .meta({ id: 'AvailabilityBlock' });

export const availabilityBlockView = (
  { localStart: _, repeatsUntil: __, weekly, ...block }: AvailabilityBlock,
  workspaceId: string,
): z.input<typeof AvailabilityBlockView> => ({ ...block, workspaceId, weekly: [...weekly] });

export const AvailabilityInstanceView = z
  .object({
    blockId: shown.id(),
    kind: z.enum(blockKinds),
    startsAt: shown.instant(),
    endsAt: shown.instant(),
    title: z.string().nullable().describe('Shown to the person themselves, and null for everybody else.'),
  })
  .meta({ id: 'AvailabilityInstance' });

export const AvailabilityConflictView = z
  .object({
    person: z.object({
      userId: z.string().nullable(),
      displayName: z.string(),
      email: z.string().nullable(),
      avatarUrl: z.string().nullable(),
    }),
    kind: z.enum(conflictKinds),
    occurrenceStartsAt: shown.instant().describe('The start of the asked time that it overlaps.'),
    startsAt: shown.instant(),
    endsAt: shown.instant(),
    meetingId: shown.id().nullable().describe('Null unless you may see that meeting.'),
    title: z.string().nullable(),
    message: z.string(),
  })
  .meta({ id: 'AvailabilityConflict' });

export const conflictView = ({
  userId,
  displayName,
  ...conflict
}: Conflict): z.input<typeof AvailabilityConflictView> => ({
  ...conflict,
  person: { userId, displayName, email: null, avatarUrl: null },
});
