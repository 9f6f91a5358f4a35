import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, millisecondsOf, plusDays, plusMinutes } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import { expandSeries, type Slot, withinUntil } from '../recurrence/series.ts';
import type { CalendarOccurrence, CalendarState } from './calendar-state.ts';
import type { CalendarAttendee, CalendarEvent } from './event-component.ts';
import { endlessDays, isPlain } from './zoned-times.ts';

const partstats = {
  pending: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  tentative: 'TENTATIVE',
  declined: 'DECLINED',
  revoked: 'DECLINED',
} as const;
export const partstatOf = (status: MeetingInvitation['status']): CalendarAttendee['partstat'] =>
  partstats[status];

type Sources = Pick<CalendarState, 'meeting' | 'occurrences'>;

/** One occurrence of a series, or the one session of a meeting without a rule. */
export const occurrenceEvent = (
  meeting: Pick<Meeting, 'title' | 'description'>,
  occurrence: CalendarOccurrence,
  isCancelled: boolean,
): CalendarEvent => ({
  recurrenceId: occurrence.recurrenceId,
  startsAt: occurrence.startsAt,
  endsAt: occurrence.endsAt,
  series: null,
  title: occurrence.title ?? meeting.title,
  description: occurrence.description ?? meeting.description,
  isCancelled,
  partstat: occurrence.answer === null ? null : partstatOf(occurrence.answer),
});

const isException = ({ ownStart, ownDuration, title, description }: CalendarOccurrence) =>
  ownStart || ownDuration || title !== null || description !== null;

/** The series itself, without extra dates after its UNTIL: calendar readers apply UNTIL to the rule alone. */
function seriesEvent({ meeting, occurrences }: Sources, rules: TimeZoneRules): CalendarEvent | null {
  const { recurrence, localStart, timeZone, durationMinutes, title, description } = meeting;
  if (recurrence === null || localStart === null) return null;
  const { instant: startsAt } = rules.resolve(localStart, timeZone);
  const cancelled = occurrences
    .filter(({ status }) => status === 'cancelled')
    .flatMap(({ recurrenceId }) => recurrenceId ?? []);
  const series = {
    rrule: recurrence.rrule,
    rdates: withinUntil(recurrence, timeZone, rules).rdates,
    exdates: [...new Set([...recurrence.exdates, ...cancelled])].sort(),
    localStart,
  };
  const endsAt = plusMinutes(startsAt, durationMinutes);
  return { recurrenceId: null, startsAt, endsAt, series, title, description, isCancelled: false };
}

/** A change of the clocks affects only slots so near to it. */
const nearMinutes = 180;

const minuteOfDay = (wall: string): number => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16));

/**
 * Slots that calendar readers understand differently, since they start or end at a wall time that the clocks skip or
 * repeat, or last over a change: each is written as an event of its own, with unambiguous times.
 */
function unclearSlots(
  { meeting }: Sources,
  { series, startsAt, endsAt }: CalendarEvent,
  since: Instant,
  rules: TimeZoneRules,
): readonly Slot[] {
  if (series === null) return [];
  const { timeZone, durationMinutes } = meeting;
  const from = since > startsAt ? since : startsAt;
  const changes = rules.transitions(timeZone, plusDays(from, -2), plusDays(from, endlessDays));
  const times = new Set([series.localStart, ...series.rdates].map(minuteOfDay));
  const isNear = (at: Instant) =>
    [...times].some((time) => {
      const sinceStart = minuteOfDay(rules.wall(at, timeZone)) + nearMinutes - time;
      return (sinceStart + 1440) % 1440 <= durationMinutes + 3 * nearMinutes;
    });
  const near = changes.flatMap(({ at }) =>
    !isNear(at)
      ? []
      : expandSeries(series, { ...series, timeZone, durationMinutes }, rules, {
          from: plusMinutes(at, -nearMinutes),
          until: plusMinutes(at, nearMinutes),
        }),
  );
  const length = millisecondsOf(endsAt) - millisecondsOf(startsAt);
  const wallOf = (at: Instant) => Date.parse(`${rules.wall(at, timeZone)}Z`);
  return near.filter(
    (slot) =>
      slot.endsAt > since &&
      (slot.adjustment !== null ||
        !isPlain(slot.startsAt, timeZone, rules) ||
        !isPlain(slot.endsAt, timeZone, rules) ||
        wallOf(slot.endsAt) - wallOf(slot.startsAt) !== length),
  );
}

/** The session that stands for a meeting without a rule: the live one, else the one to come, else the last. */
export const soleSession = (occurrences: readonly CalendarOccurrence[]): CalendarOccurrence | undefined =>
  occurrences.find(({ status }) => status === 'live') ??
  occurrences.find(({ status }) => status === 'scheduled') ??
  occurrences.at(-1);

/** The whole meeting: a series with the exceptions that end after `since`, or its one session. */
export function wholeEvents(
  sources: Sources,
  since: Instant,
  rules: TimeZoneRules,
): readonly CalendarEvent[] {
  const { meeting, occurrences } = sources;
  const series = seriesEvent(sources, rules);
  if (series === null) {
    const only = soleSession(occurrences);
    return only === undefined ? [] : [occurrenceEvent(meeting, only, false)];
  }
  const exceptions = occurrences.filter(isException);
  const ahead = exceptions.filter(({ status, endsAt }) => status !== 'cancelled' && endsAt > since);
  const known = new Set(exceptions.map(({ recurrenceId }) => recurrenceId));
  const unclear = unclearSlots(sources, series, since, rules)
    .filter(({ recurrenceId }) => !known.has(recurrenceId))
    .map((slot) => ({ ...series, ...slot, series: null }));
  const apart = [...ahead.map((occurrence) => occurrenceEvent(meeting, occurrence, false)), ...unclear];
  return [series, ...apart.sort(byRecurrenceId)];
}

const byRecurrenceId = (left: CalendarEvent, right: CalendarEvent) =>
  (left.recurrenceId ?? '') < (right.recurrenceId ?? '') ? -1 : 1;

/** What removes a meeting from a calendar: its UID without a rule (meetings 7.4). */
export function cancelledEvents(sources: Sources, rules: TimeZoneRules): readonly CalendarEvent[] {
  const [whole] = wholeEvents(sources, sources.meeting.updatedAt, rules);
  return whole === undefined ? [] : [{ ...whole, series: null, isCancelled: true }];
}
