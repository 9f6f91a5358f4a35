import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, instantOf, millisecondsOf, plusMinutes } from '../../kernel/time.ts';
import { nextDate, type Span } from './block.ts';

export interface SuggestionRequest extends Span {
  readonly durationMinutes: number;
  readonly stepMinutes: number;
  readonly count: number;
  /** The grid follows the wall clock of this zone. */
  readonly timeZone: string;
}

/** The earliest times on the grid that overlap no closed time; closed times are in order and do not touch (MTG-94). */
export function suggestedTimes(
  request: SuggestionRequest,
  closed: readonly Span[],
  rules: TimeZoneRules,
): Span[] {
  const found: Span[] = [];
  let next = 0;
  for (const startsAt of gridOf(request, rules)) {
    const endsAt = plusMinutes(startsAt, request.durationMinutes);
    if (endsAt > request.endsAt) break;
    while (closed[next] !== undefined && (closed[next]?.endsAt ?? '') <= startsAt) next += 1;
    const nearest = closed[next];
    if (nearest === undefined || nearest.startsAt >= endsAt) found.push({ startsAt, endsAt });
    if (found.length === request.count) break;
  }
  return found;
}

/** Every step of the wall clock in the range, counted from midnight, except times that the clocks skip. */
function* gridOf(
  { startsAt, endsAt, stepMinutes, timeZone }: SuggestionRequest,
  rules: TimeZoneRules,
): Generator<Instant> {
  const lastDate = rules.wall(endsAt, timeZone).slice(0, 10);
  let previous = '';
  for (let date = rules.wall(startsAt, timeZone).slice(0, 10); date <= lastDate; date = nextDate(date)) {
    for (let minute = 0; minute < 1440; minute += stepMinutes) {
      const wall = instantOf(millisecondsOf(`${date}T00:00:00Z`) + minute * 60_000).slice(0, 19);
      const { instant, adjustment } = rules.resolve(wall, timeZone);
      if (adjustment === 'gap' || instant < startsAt || instant <= previous) continue;
      previous = instant;
      yield instant;
    }
  }
}
