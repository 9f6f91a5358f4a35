import { z } from 'zod';
import { type FailureDetail, isFailure, requestInvalid } from '../../kernel/errors.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { plannedDate, plannedInstant, timeZone, visibleName } from '../../kernel/shapes.ts';
import { type Instant, millisecondsOf } from '../../kernel/time.ts';
import { checkedRecurrence, seriesSpan } from '../recurrence/index.ts';
import { type AvailabilityBlock, type BlockKind, blockKinds, type WeeklyHours, weekdays } from './block.ts';
import { requireZone } from './zone-check.ts';

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;
const weeklyHours = () =>
  z
    .strictObject({
      day: z.enum(weekdays).describe('The day of the week.'),
      start: z
        .string()
        .regex(clock, 'Give a time such as 09:00.')
        .describe('When the hours begin, such as 09:00.'),
      end: z
        .string()
        .refine((value) => clock.test(value) || value === '24:00', 'Give a time such as 17:00, or 24:00.')
        .describe('When the hours end, such as 17:00 or 24:00.'),
    })
    .refine(({ start, end }) => start < end, {
      error: 'Let the hours end after they start.',
      path: ['end'],
      params: { code: 'range.reversed' },
    });

export const blockFields = {
  kind: z
    .enum(blockKinds)
    .describe('In time_off and busy you are not free; with working_hours, you do not work outside of them.'),
  timeZone: timeZone(),
  title: visibleName(120)
    .optional()
    .describe('The title of time off or busy time; only you, owners and admins see it.')
    .meta({ examples: ['Summer holidays'] }),
  startsAt: plannedInstant().optional().describe('When it starts; required for time off and busy time.'),
  endsAt: plannedInstant(4).optional().describe('When it ends; required for time off and busy time.'),
  allDay: z
    .boolean()
    .optional()
    .describe('Whether time off lasts whole days, from midnight to midnight in the zone.'),
  rrule: z
    .string()
    .max(500)
    .optional()
    .describe('How busy time repeats, as an RFC 5545 rule.')
    .meta({ examples: ['FREQ=WEEKLY;COUNT=10'] }),
  weekly: z
    .array(weeklyHours())
    .min(1)
    .max(28)
    .optional()
    .describe('The hours of the week in which you work; required for working hours.'),
  effectiveFrom: plannedDate().optional().describe('The first date on which working hours apply.'),
  effectiveUntil: plannedDate(28).optional().describe('The last date on which working hours apply.'),
};
export type BlockInput = z.output<z.ZodObject<typeof blockFields>>;

/** Which fields a kind accepts beside `kind` and `timeZone`, and which of them it requires. */
const fieldsOf: Readonly<
  Record<BlockKind, { takes: readonly (keyof BlockInput)[]; needs: readonly (keyof BlockInput)[] }>
> = {
  time_off: { takes: ['title', 'startsAt', 'endsAt', 'allDay'], needs: ['startsAt', 'endsAt'] },
  busy: { takes: ['title', 'startsAt', 'endsAt', 'rrule'], needs: ['startsAt', 'endsAt'] },
  working_hours: { takes: ['weekly', 'effectiveFrom', 'effectiveUntil'], needs: ['weekly'] },
};
const kindFields = [...new Set(Object.values(fieldsOf).flatMap(({ takes }) => takes))];

const mostDays = 366;
const mostRepeatedHours = 24;
const hour = 3_600_000;

type NewBlock = Omit<AvailabilityBlock, 'id' | 'userId' | 'createdAt'>;

/** The block that the input describes. Throws `request.invalid` with every fault of its form at once. */
export function blockOf(input: BlockInput, rules: TimeZoneRules): NewBlock {
  requireZone(input.timeZone, rules);
  const faults = formFaults(input);
  if (faults.length > 0) throw requestInvalid({ details: faults });
  const { kind, timeZone: zone, startsAt, endsAt } = input;
  const base = {
    kind,
    title: input.title ?? null,
    timeZone: zone,
    startsAt: startsAt ?? null,
    endsAt: endsAt ?? null,
    localStart: startsAt === undefined ? null : rules.wall(startsAt, zone),
    allDay: input.allDay ?? false,
    weekly: sorted(input.weekly ?? []),
    effectiveFrom: input.effectiveFrom ?? null,
    effectiveUntil: input.effectiveUntil ?? null,
  };
  if (startsAt === undefined || endsAt === undefined) return { ...base, rrule: null, repeatsUntil: null };
  const spanFaults = input.allDay ? midnightFaults({ startsAt, endsAt, zone }, rules) : [];
  if (spanFaults.length > 0) throw requestInvalid({ details: spanFaults });
  return { ...base, ...repetitionOf(input.rrule, { startsAt, endsAt, zone }, rules) };
}

function formFaults(input: BlockInput): FailureDetail[] {
  const { takes, needs } = fieldsOf[input.kind];
  const foreign = kindFields.filter((field) => input[field] !== undefined && !takes.includes(field));
  const missing = needs.filter((field) => input[field] === undefined);
  return [
    ...foreign.map((field) => ({
      path: `/${field}`,
      code: 'field.unknown',
      message: `Leave this field out; ${input.kind} has none.`,
    })),
    ...missing.map((field) => ({
      path: `/${field}`,
      code: 'field.required',
      message: `Give this field; ${input.kind} needs it.`,
    })),
    ...spanFaults(input),
    ...dateFaults(input),
    ...weekFaults(input.weekly ?? []),
  ];
}

function spanFaults({ startsAt, endsAt, rrule }: BlockInput): FailureDetail[] {
  if (startsAt === undefined || endsAt === undefined) return [];
  const fault = (path: string, code: string, message: string) => [{ path, code, message }];
  if (startsAt >= endsAt) return fault('/endsAt', 'range.reversed', 'Give an end after the start.');
  const wholeMinutes = [startsAt, endsAt].every((at) => millisecondsOf(at) % 60_000 === 0);
  if (!wholeMinutes) return fault('/startsAt', 'schedule.not_whole_minute', 'Give times without seconds.');
  const hours = (millisecondsOf(endsAt) - millisecondsOf(startsAt)) / hour;
  // An hour more, since one of the days may have 25 hours.
  if (hours > mostDays * 24 + 1) return fault('/endsAt', 'range.too_long', `Give at most ${mostDays} days.`);
  if (rrule !== undefined && hours > mostRepeatedHours)
    return fault('/endsAt', 'range.too_long', 'What repeats lasts at most 24 hours.');
  return [];
}

function dateFaults({ effectiveFrom, effectiveUntil }: BlockInput): FailureDetail[] {
  if (effectiveFrom === undefined || effectiveUntil === undefined || effectiveFrom <= effectiveUntil)
    return [];
  return [
    {
      path: '/effectiveUntil',
      code: 'range.reversed',
      message: 'Give a last date that is not before the first.',
    },
  ];
}

function weekFaults(weekly: readonly WeeklyHours[]): FailureDetail[] {
  return weekly.flatMap((hours, index) => {
    const meets = weekly.some(
      (other, at) =>
        at < index && other.day === hours.day && other.start < hours.end && hours.start < other.end,
    );
    const message = 'Hours of one day do not overlap.';
    return meets ? [{ path: `/weekly/${index}`, code: 'field.duplicate', message }] : [];
  });
}

function midnightFaults(
  { startsAt, endsAt, zone }: { startsAt: Instant; endsAt: Instant; zone: string },
  rules: TimeZoneRules,
): FailureDetail[] {
  const isMidnight = (at: Instant) =>
    rules.resolve(`${rules.wall(at, zone).slice(0, 10)}T00:00:00`, zone).instant === at;
  return (['startsAt', 'endsAt'] as const)
    .filter((field) => !isMidnight(field === 'startsAt' ? startsAt : endsAt))
    .map((field) => ({
      path: `/${field}`,
      code: 'field.invalid',
      message: 'Whole days begin and end at midnight in the zone.',
    }));
}

const sorted = (weekly: readonly WeeklyHours[]): WeeklyHours[] =>
  [...weekly].sort(
    (one, other) =>
      weekdays.indexOf(one.day) - weekdays.indexOf(other.day) || (one.start < other.start ? -1 : 1),
  );

function repetitionOf(
  rrule: string | undefined,
  { startsAt, endsAt, zone }: { startsAt: Instant; endsAt: Instant; zone: string },
  rules: TimeZoneRules,
): Pick<NewBlock, 'rrule' | 'repeatsUntil'> {
  if (rrule === undefined) return { rrule: null, repeatsUntil: null };
  const durationMinutes = (millisecondsOf(endsAt) - millisecondsOf(startsAt)) / 60_000;
  const series = { scheduledStartAt: startsAt, timeZone: zone, durationMinutes };
  try {
    const recurrence = checkedRecurrence({ rrule }, series, rules);
    const localStart = rules.wall(startsAt, zone);
    const span = seriesSpan(recurrence, { localStart, timeZone: zone, durationMinutes }, rules);
    return { rrule: recurrence.rrule, repeatsUntil: span.endsAt };
  } catch (error) {
    // This endpoint has the rule at another path than the endpoints of meetings.
    if (!isFailure(error) || error.code !== 'request.invalid') throw error;
    const moved = error.details.map((detail) => ({
      ...detail,
      path: detail.path.replace('/recurrence/rrule', '/rrule').replace('/scheduledStartAt', '/startsAt'),
    }));
    throw requestInvalid({ details: moved });
  }
}
