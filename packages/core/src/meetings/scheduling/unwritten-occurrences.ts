import type { HandlerContext } from '../../kernel/handler-context.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import { newOccurrence, type Occurrence } from '../occurrence.ts';
import type { MeetingsPorts } from '../ports.ts';
import { expandSeries, type Slot } from '../recurrence/index.ts';

interface UnwrittenFilter {
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** Only those that start later. */
  readonly after: Instant | null;
  readonly limit: number;
}

/** The occurrences beyond the horizon that are not stored; the next two always are (MTG-15). */
export async function occurrencesBeyondHorizon(
  meeting: Meeting,
  { from, to, after, limit }: UnwrittenFilter,
  context: Pick<HandlerContext, 'timeZones' | 'now'> & Pick<MeetingsPorts, 'occurrences'>,
): Promise<readonly Occurrence[]> {
  const { recurrence, localStart, timeZone, durationMinutes, writtenUntil, status } = meeting;
  if (recurrence === null || localStart === null || writtenUntil === null || status === 'cancelled')
    return [];
  const stored = await storedBeyond(meeting.id, writtenUntil, context);
  const bounds = [writtenUntil, from, after].filter((at) => at !== null);
  const slots = expandSeries(recurrence, { localStart, timeZone, durationMinutes }, context.timeZones, {
    from: bounds.sort().at(-1) ?? writtenUntil,
    ...(to === null ? {} : { until: to }),
    limit: limit + 2 + stored.size,
  });
  return slots
    .filter(
      ({ recurrenceId, startsAt }) =>
        !stored.has(recurrenceId) &&
        startsAt > writtenUntil &&
        (after === null || startsAt > after) &&
        (to === null || startsAt < to),
    )
    .slice(0, limit)
    .map((slot) => unwrittenOccurrence(meeting, slot, context));
}

async function storedBeyond(
  meetingId: string,
  horizon: Instant,
  { occurrences }: Pick<MeetingsPorts, 'occurrences'>,
): Promise<ReadonlySet<string>> {
  const sessions = await occurrences.ofMeeting(meetingId);
  return new Set(
    sessions.flatMap(({ recurrenceId, recurrenceIdAt }) =>
      recurrenceIdAt !== null && recurrenceIdAt > horizon ? (recurrenceId ?? []) : [],
    ),
  );
}

const unwrittenOccurrence = (
  { id: meetingId, chainId, durationMinutes, timeZone }: Meeting,
  { recurrenceId, startsAt, adjustment }: Slot,
  { timeZones, now }: Pick<HandlerContext, 'timeZones' | 'now'>,
): Occurrence =>
  newOccurrence({
    id: '',
    meetingId,
    chainId,
    recurrenceId,
    recurrenceIdAt: startsAt,
    startsAt,
    endsAt: plusMinutes(startsAt, durationMinutes),
    durationMinutes,
    localStart: timeZones.wall(startsAt, timeZone),
    adjustment,
    createdAt: now,
  });
