import { expect } from 'chai';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { leastGrowth, mostLinearPower } from '../../kernel/testing/growth.ts';
import { plusDays } from '../../kernel/time.ts';
import { expandSeries, readRule, ruleText, seriesSpan, slotsToWrite } from './index.ts';
import { anyRuleText, anySeries, rules } from './testing/any-rule.ts';

const weekly = { rrule: 'FREQ=WEEKLY', exdates: [], rdates: [] };
const berlin = { localStart: '2026-03-16T09:00:00', timeZone: 'Europe/Berlin', durationMinutes: 60 };

/** The same rule, expanded on floating time by a library that shares no code with ours. */
function byLibrary(rrule: string, localStart: string, limit: number): string[] {
  const start = localStart.replaceAll(/[-:]/g, '');
  const rule = new RRuleTemporal({
    rruleString: `DTSTART:${start}Z\nRRULE:${rrule}`,
    strict: true,
    cache: false,
  });
  return rule.all((_, index) => index < limit).map((time) => time.toString().slice(0, 19));
}

describe('expandSeries', () => {
  it('MTG-11: keeps 09:00 in Berlin across the change of the clocks', () => {
    const slots = expandSeries(weekly, berlin, rules, { limit: 3 });

    expect(slots).to.deep.equal([
      {
        recurrenceId: '2026-03-16T09:00:00',
        startsAt: '2026-03-16T08:00:00.000Z',
        endsAt: '2026-03-16T09:00:00.000Z',
        adjustment: null,
      },
      {
        recurrenceId: '2026-03-23T09:00:00',
        startsAt: '2026-03-23T08:00:00.000Z',
        endsAt: '2026-03-23T09:00:00.000Z',
        adjustment: null,
      },
      {
        recurrenceId: '2026-03-30T09:00:00',
        startsAt: '2026-03-30T07:00:00.000Z',
        endsAt: '2026-03-30T08:00:00.000Z',
        adjustment: null,
      },
    ]);
  });

  it('MTG-12: knows that Morocco stays at +00 from 2026-09-20 on', () => {
    const series = { localStart: '2026-10-01T10:00:00', timeZone: 'Africa/Casablanca', durationMinutes: 60 };

    expect(expandSeries(weekly, series, rules, { limit: 1 })[0]?.startsAt).to.equal(
      '2026-10-01T10:00:00.000Z',
    );
  });

  it('MTG-16: gives occurrences the same length across a change of the clocks as on other days', () => {
    const nightly = { localStart: '2026-10-24T01:30:00', timeZone: 'Europe/Berlin', durationMinutes: 120 };
    const slots = expandSeries({ ...weekly, rrule: 'FREQ=DAILY;COUNT=3' }, nightly, rules);

    expect(
      slots.map(({ startsAt, endsAt }) => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000),
    ).to.deep.equal([120, 120, 120]);
    expect(slots.map(({ endsAt }) => rules.wall(endsAt, 'Europe/Berlin').slice(11))).to.deep.equal([
      '03:30:00',
      '02:30:00',
      '03:30:00',
    ]);
  });

  it('sorts by start if a gap puts a later wall time before an earlier one', () => {
    const recurrence = { rrule: 'FREQ=WEEKLY;COUNT=1', exdates: [], rdates: ['2026-03-08T03:10:00'] };
    const series = { localStart: '2026-03-08T02:30:00', timeZone: 'America/New_York', durationMinutes: 5 };
    const ids = (limit?: number) =>
      expandSeries(recurrence, series, rules, limit === undefined ? {} : { limit }).map(
        (slot) => slot.recurrenceId,
      );

    expect(ids()).to.deep.equal(['2026-03-08T03:10:00', '2026-03-08T02:30:00']);
    expect(ids(1)).to.deep.equal(['2026-03-08T03:10:00']);
  });

  it('gives the same as another engine, for rules of every form', () => {
    fc.assert(
      fc.property(anySeries, ({ recurrence, series }) => {
        const ours = expandSeries(recurrence, { ...series, timeZone: 'UTC' }, rules, {
          until: plusDays(`${series.localStart}.000Z`, 1500),
          limit: 12,
        }).map((slot) => slot.recurrenceId);

        expect(byLibrary(recurrence.rrule, series.localStart, ours.length)).to.deep.equal(ours);
      }),
      { numRuns: 400 },
    );
  });

  it('gives instants with the wall time of the rule in the zone, or says how they were adjusted', () => {
    fc.assert(
      fc.property(anySeries, ({ recurrence, series }) => {
        for (const slot of expandSeries(recurrence, series, rules, {
          limit: 60,
          until: '2039-01-01T00:00:00.000Z',
        })) {
          const wall = rules.wall(slot.startsAt, series.timeZone);
          if (slot.adjustment === 'gap') expect(wall > slot.recurrenceId).to.equal(true);
          else expect(wall).to.equal(slot.recurrenceId);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('gives strictly increasing times, to which a wider window or limit only adds', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 900 }), ({ recurrence, series }, days) => {
        const until = plusDays(`${series.localStart}.000Z`, days);
        const near = expandSeries(recurrence, series, rules, { until });
        const far = expandSeries(recurrence, series, rules, { until: plusDays(until, 200) });
        const few = expandSeries(recurrence, series, rules, { until, limit: 3 });

        expect(far.slice(0, near.length)).to.deep.equal(near);
        expect(few).to.deep.equal(near.slice(0, 3));
        near.forEach(({ startsAt }, index) => {
          if (index > 0) expect(startsAt > (near[index - 1]?.startsAt ?? '')).to.equal(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same times from the middle on as from the start', () => {
    fc.assert(
      fc.property(anySeries, fc.integer({ min: 1, max: 2000 }), ({ recurrence, series }, days) => {
        const from = plusDays(`${series.localStart}.000Z`, days);
        const until = plusDays(from, 120);
        const whole = expandSeries(recurrence, series, rules, { until });

        expect(expandSeries(recurrence, series, rules, { from, until })).to.deep.equal(
          whole.filter(({ endsAt }) => endsAt > from),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('asks for the instant of each of 730 weekly occurrences once, and of a few after them', () => {
    const asked: string[] = [];
    const counted: TimeZoneRules = {
      ...rules,
      resolve(wall, zone) {
        asked.push(wall);
        return rules.resolve(wall, zone);
      },
    };

    expect(expandSeries(weekly, berlin, counted, { limit: 730 })).to.have.length(730);
    expect(new Set(asked).size).to.equal(asked.length);
    expect(asked).to.have.length.within(730, 735);
  });

  it('looks for the days of a rare rule in time linear in their number', async () => {
    const spanOf = (count: number) =>
      seriesSpan(
        { ...weekly, rrule: `FREQ=DAILY;COUNT=${count};BYMONTH=2;BYMONTHDAY=29;BYDAY=TU` },
        { localStart: '2028-02-29T09:00:00', timeZone: 'UTC', durationMinutes: 60 },
        rules,
      );
    expect(spanOf(1000).occurrenceCount, 'until the year 9999').to.be.within(250, 300);

    const { power } = await leastGrowth(spanOf, (count) => count, { from: 1 });
    expect(power).to.be.below(mostLinearPower);
  });
});

describe('canonical rules', () => {
  it('are their own canonical form', () => {
    fc.assert(
      fc.property(anyRuleText, (text) => {
        const canonical = ruleText(readRule(text));

        expect(ruleText(readRule(canonical))).to.equal(canonical);
        expect(readRule(canonical)).to.deep.equal(readRule(text));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('seriesSpan', () => {
  it('returns count and end of finite series, and null for others', () => {
    const spanOf = (rrule: string) => seriesSpan({ ...weekly, rrule }, berlin, rules);

    expect(spanOf('FREQ=WEEKLY;COUNT=3')).to.deep.equal({
      occurrenceCount: 3,
      endsAt: '2026-03-30T08:00:00.000Z',
    });
    expect(spanOf('FREQ=WEEKLY;UNTIL=20260323T080000Z').occurrenceCount).to.equal(2);
    expect(spanOf('FREQ=WEEKLY')).to.deep.equal({ occurrenceCount: null, endsAt: null });
  });
});

describe('slotsToWrite', () => {
  it('MTG-14: gives the slots of extra dates, in whatever order the dates are stored', () => {
    const recurrence = {
      rrule: 'FREQ=WEEKLY;COUNT=2',
      exdates: [],
      rdates: ['2029-01-01T09:00:00', '2026-04-01T09:00:00', '2026-03-18T09:00:00'],
    };

    const slots = slotsToWrite(recurrence, berlin, '2026-03-01T00:00:00.000Z', rules);

    expect(slots.map((slot) => slot.recurrenceId.slice(0, 10))).to.deep.equal([
      '2026-03-16',
      '2026-03-18',
      '2026-03-23',
      '2026-04-01',
    ]);
  });

  it('MTG-14: gives slots up to 550 days ahead, and always the next two', () => {
    const now = '2026-03-20T00:00:00.000Z';
    const near = slotsToWrite(weekly, berlin, now, rules);
    const rare = slotsToWrite({ ...weekly, rrule: 'FREQ=YEARLY;INTERVAL=3' }, berlin, now, rules);

    expect(near[0]?.recurrenceId).to.equal('2026-03-16T09:00:00');
    expect(near.at(-1)?.startsAt).to.equal('2027-09-20T07:00:00.000Z');
    expect(rare.map((slot) => slot.recurrenceId.slice(0, 10))).to.deep.equal([
      '2026-03-16',
      '2029-03-16',
      '2032-03-16',
    ]);
  });
});
