import { expect } from 'chai';
import fc from 'fast-check';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { expandSeries, type Recurrence, rezonedUntil, ruleUntil, seriesSpan } from './index.ts';
import { anySeries, rules } from './testing/any-rule.ts';

/** The zone as if its law were that of another one. */
const underLawOf = (law: string): TimeZoneRules => ({
  ...rules,
  resolve: (wall) => rules.resolve(wall, law),
  wall: (instant) => rules.wall(instant, law),
  offsetAt: (instant) => rules.offsetAt(instant, law),
  transitions: (_, from, to) => rules.transitions(law, from, to),
});

/** Laws that a zone could have before and after: it gives up changing its clocks, begins to, or moves to another offset. */
const lawsBeforeAndAfter = fc.constantFrom(
  ['America/Los_Angeles', 'America/Vancouver'],
  ['Europe/Berlin', 'Africa/Algiers'],
  ['Africa/Algiers', 'Europe/Berlin'],
  ['America/New_York', 'America/Chicago'],
  ['Europe/London', 'Africa/Casablanca'],
  ['Asia/Kolkata', 'Asia/Kathmandu'],
);

describe('rezonedUntil', () => {
  it('MTG-110: keeps exactly the occurrences of a series that ends with UNTIL, wherever the law changes', () => {
    const anyEnd = fc.record({
      count: fc.integer({ min: 1, max: 60 }),
      // From the last occurrence itself to just before the one that would follow.
      share: fc.constantFrom(0, 0.01, 0.5, 0.99, 1),
    });
    fc.assert(
      fc.property(anySeries, lawsBeforeAndAfter, anyEnd, ({ recurrence, series }, laws, { count, share }) => {
        const [before, after] = [underLawOf(laws[0] ?? ''), underLawOf(laws[1] ?? '')];
        const slots = expandSeries(recurrence, series, before, { limit: count + 1 });
        const [last, next] = [slots.at(Math.min(count, slots.length) - 1), slots[count]];
        if (last === undefined) return;
        const free =
          next === undefined ? 0 : (Date.parse(next.startsAt) - Date.parse(last.startsAt)) / 1000 - 1;
        const ending = {
          ...recurrence,
          rrule: ruleUntil(recurrence.rrule, plusSeconds(last.startsAt, Math.floor(free * share))),
        };
        const idsBy = (of: Recurrence, law: TimeZoneRules) =>
          expandSeries(of, series, law)
            .map(({ recurrenceId }) => recurrenceId)
            .sort();

        const rezoned = rezonedUntil(ending, series, seriesSpan(ending, series, before), after);

        expect(idsBy(rezoned, after)).to.deep.equal(idsBy(ending, before));
      }),
      { numRuns: 400 },
    );
  });

  it('MTG-110: moves UNTIL with the wall time of the last occurrence, and leaves it where the law stays', () => {
    const weekly = { rrule: 'FREQ=WEEKLY;UNTIL=20281218T180000Z', exdates: [], rdates: [] };
    const series = { localStart: '2026-11-30T10:00:00', timeZone: 'America/Vancouver', durationMinutes: 60 };
    const [before, after] = [underLawOf('America/Los_Angeles'), underLawOf('America/Vancouver')];
    const span = seriesSpan(weekly, series, before);

    expect(rezonedUntil(weekly, series, span, after).rrule).to.equal('FREQ=WEEKLY;UNTIL=20281218T170000Z');
    expect(rezonedUntil(weekly, series, span, before)).to.equal(weekly);
  });
});
