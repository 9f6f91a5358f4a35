import { readFileSync } from 'node:fs';
import { isFailure } from '../../../kernel/errors.ts';
import type { Instant, WallTime } from '../../../kernel/time.ts';
import { momentTimeZoneRules } from '../../../kernel/time-zones.ts';
import { checkedRecurrence, expandSeries, placed, type Recurrence, type SeriesStart } from '../index.ts';

interface VectorInput {
  /** A wall time, or an instant if it ends in `Z`. */
  readonly start: WallTime | Instant;
  readonly timeZone: string;
  readonly rrule: string;
  readonly exdates: readonly WallTime[];
  readonly rdates: readonly WallTime[];
}
interface Vector {
  readonly id: string;
  readonly title: string;
}
interface Vectors {
  readonly cases: readonly (Vector & {
    readonly input: VectorInput;
    readonly take: number | null;
    readonly expected: readonly {
      readonly recurrenceId: WallTime;
      readonly startsAt: Instant;
      readonly adjustment: string | null;
    }[];
  })[];
  readonly rejected: readonly (Vector & {
    readonly input: VectorInput;
    readonly code: string;
    readonly detailCode: string;
    readonly detailPath: string;
  })[];
  readonly normalise: readonly (Vector &
    Omit<VectorInput, 'exdates' | 'rdates'> & { readonly canonical: string })[];
}

/** The golden cases of recurrence. */
export const vectors: Vectors = JSON.parse(readFileSync(new URL('./vectors.json', import.meta.url), 'utf8'));

const rules = momentTimeZoneRules();
const durationMinutes = 30;

/** A golden case as the engine checks it. */
export function checkedVector({ start, timeZone, ...input }: VectorInput): {
  readonly recurrence: Recurrence;
  readonly series: SeriesStart;
} {
  const scheduledStartAt = start.endsWith('Z') ? start : rules.resolve(start, timeZone).instant;
  const recurrence = checkedRecurrence(input, { scheduledStartAt, timeZone, durationMinutes }, rules);
  const { localStart } = placed(scheduledStartAt, timeZone, rules);
  return { recurrence, series: { localStart, timeZone, durationMinutes } };
}

function refusalOf(input: VectorInput) {
  try {
    checkedVector(input);
    return 'none';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return {
      code: error.code,
      details: error.details.map(({ code, path }) => ({ code, path: `/body${path}` })),
    };
  }
}

function expanded(input: VectorInput, take: number | null) {
  const { recurrence, series } = checkedVector(input);
  const slots = expandSeries(recurrence, series, rules, take === null ? {} : { limit: take });
  return slots.map(({ recurrenceId, startsAt, adjustment }) => ({ recurrenceId, startsAt, adjustment }));
}

/** The outcome of each golden case, by its id. */
export const outcomes = () =>
  Object.fromEntries([
    ...vectors.cases.map(({ id, input, take }) => [id, expanded(input, take)]),
    ...vectors.rejected.map(({ id, input }) => [id, refusalOf(input)]),
    ...vectors.normalise.map(({ id, ...input }) => [
      id,
      checkedVector({ ...input, exdates: [], rdates: [] }).recurrence.rrule,
    ]),
  ]);
