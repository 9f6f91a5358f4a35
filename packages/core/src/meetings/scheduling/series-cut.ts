import { invalidField } from '../../kernel/validation.ts';
import { meetingSeriesStarted, occurrenceInvalidState, occurrenceNotFound } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import { isPast, type Occurrence } from '../occurrence.ts';
import { type SplitRecurrence, splitRecurrence, startsBefore } from '../recurrence/index.ts';
import type { SchedulingContext } from './scheduling-context.ts';

/** Where a series is cut in two: which sessions stay, which go to the tail, and the rule of each half. */
export interface SeriesCut extends SplitRecurrence {
  readonly kept: readonly Occurrence[];
  readonly following: readonly Occurrence[];
}

/** Throws `request.invalid` at `/scope` unless the meeting is a series. */
export function requireSeries({ recurrence, localStart, timeZone, durationMinutes }: Meeting) {
  if (recurrence === null || localStart === null)
    throw invalidField('/scope', 'scope.not_a_series', 'Only a series is split; leave scope out.');
  return { recurrence, series: { localStart, timeZone, durationMinutes } };
}

/** The cut before the session named (MTG-24). Throws if that session or one that follows has been held (MTG-23). */
export async function cutBefore(
  meeting: Meeting,
  sessionId: string,
  { occurrences, timeZones }: Pick<SchedulingContext, 'occurrences' | 'timeZones'>,
): Promise<SeriesCut> {
  const { recurrence, series } = requireSeries(meeting);
  const sessions = await occurrences.ofMeeting(meeting.id);
  const chosen = sessions.find(({ id }) => id === sessionId);
  if (chosen === undefined || chosen.recurrenceId === null) throw occurrenceNotFound();
  if (isPast(chosen)) throw occurrenceInvalidState();
  const from = chosen.recurrenceId;
  const isBefore = startsBefore(from, series.timeZone, timeZones);
  const isFollowing = ({ recurrenceId }: Occurrence) => recurrenceId !== null && !isBefore(recurrenceId);
  const following = sessions.filter(isFollowing);
  if (following.some(isPast)) throw meetingSeriesStarted();
  return {
    ...splitRecurrence(recurrence, series, from, timeZones),
    kept: sessions.filter((session) => !isFollowing(session)),
    following,
  };
}
