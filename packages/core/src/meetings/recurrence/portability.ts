import type { TimeZoneRules } from '../../kernel/ports.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { zoneForm } from '../calendar/zone-form.ts';
import type { Warning } from '../warnings.ts';
import { type Rule, readRule } from './rule.ts';
import { type Recurrence, type SeriesStart, type Slot, seriesSpan } from './series.ts';

const endlessDays = 12 * 366;
const positionsOfAll = ['MO,TU,WE,TH,FR', 'SA,SU', 'MO,TU,WE,TH,FR,SA,SU'];

/** Whether every calendar product supports rules of this form (meetings 5.6). */
function isCommon({ frequency, months, monthDays, days, positions, weekStart, interval }: Rule): boolean {
  const shape = [months.length, monthDays.length, days.length, positions.length].join();
  const [day] = days;
  // Elsewhere the first day of the week makes no difference.
  if (weekStart !== 'MO' && frequency === 'WEEKLY' && interval > 1 && days.length > 1) return false;
  if (shape === '0,0,0,0') return true;
  if (frequency === 'WEEKLY') return shape === `0,0,${days.length},0`;
  if (frequency === 'YEARLY')
    return shape === '1,1,0,0' || (shape === '1,0,1,0' && day !== undefined && day.ordinal !== null);
  if (frequency !== 'MONTHLY') return false;
  if (shape === '0,1,0,0') return true;
  if (positions.length === 0) return shape === '0,0,1,0' && day !== undefined && day.ordinal !== null;
  const [position = 0] = positions;
  const isPlain = days.every(({ ordinal }) => ordinal === null);
  const names = days.map(({ weekday }) => weekday).join();
  const isNamed = days.length === 1 || positionsOfAll.includes(names);
  return (
    shape === `0,0,${days.length},1` &&
    isPlain &&
    isNamed &&
    (position === -1 || (position > 0 && position < 5))
  );
}

/**
 * Whether every calendar product shows the series exactly (meetings 5.6), and the reasons if not. `gaps` are the starts of
 * its stored occurrences that lie in a gap.
 */
export function portabilityOf(
  recurrence: Recurrence,
  series: SeriesStart,
  rules: TimeZoneRules,
  gaps: readonly Instant[] = [],
): { readonly portability: 'full' | 'partial'; readonly warnings: readonly Warning[] } {
  const { instant: from } = rules.resolve(series.localStart, series.timeZone);
  const to = seriesSpan(recurrence, series, rules).endsAt ?? plusDays(from, endlessDays);
  const warning = (
    code: Warning['code'],
    message: string,
    occurrences: readonly Instant[] = [],
  ): Warning => ({
    code,
    message,
    occurrences,
  });
  const warnings = [
    isCommon(readRule(recurrence.rrule))
      ? []
      : warning('portability.rule_shape', 'Some calendar products show a rule of this form differently.'),
    recurrence.rdates.length === 0
      ? []
      : warning(
          'portability.rdate',
          'Some calendar products leave out extra dates.',
          recurrence.rdates.map((wall) => rules.resolve(wall, series.timeZone).instant),
        ),
    gaps.length === 0
      ? []
      : warning(
          'portability.gap_time',
          'Some calendar products leave out a start that the clocks skip, or show it at another time.',
          gaps,
        ),
    zoneForm(series.timeZone, { from, to }, rules) === 'irregular'
      ? warning(
          'portability.irregular_zone',
          'The clocks of this zone change in a way that some calendar products cannot hold.',
        )
      : [],
  ].flat();
  return { portability: warnings.length === 0 ? 'full' : 'partial', warnings };
}

/** Warns the organizer of starts that the clocks skip or repeat. */
export function timeWarnings(slots: readonly Pick<Slot, 'startsAt' | 'adjustment'>[]): Warning[] {
  const startsOf = (kind: Slot['adjustment']) =>
    slots.filter(({ adjustment }) => adjustment === kind).map(({ startsAt }) => startsAt);
  const [gaps, overlaps] = [startsOf('gap'), startsOf('overlap')];
  return [
    ...(gaps.length === 0
      ? []
      : [
          {
            code: 'time.gap' as const,
            message: 'The clocks skip this time of day; the meeting starts that much later.',
            occurrences: gaps,
          },
        ]),
    ...(overlaps.length === 0
      ? []
      : [
          {
            code: 'time.overlap' as const,
            message: 'The clocks show this time of day twice; the meeting starts at the first.',
            occurrences: overlaps,
          },
        ]),
  ];
}
