import { expect } from 'chai';
import fc from 'fast-check';
import { plusDays, plusMinutes } from '../../kernel/time.ts';
import { expandSeries, keptExceptions, readRule, ruleUntil, shiftedUntil, splitRecurrence } from './index.ts';
import { anySeries, rules } from './testing/any-rule.ts';

const berlin = { localStart: '2026-03-16T09:00:00', timeZone: 'Europe/Berlin', durationMinutes: 60 };
const idsOf = (recurrence: Parameters<typeof expandSeries>[0], series = berlin, limit = 20) =>
  expandSeries(recurrence, series, rules, { limit }).map(({ recurrenceId }) => recurrenceId);

describe('splitRecurrence', () => {
  const recurrence = {
    rrule: 'FREQ=WEEKLY;COUNT=6',
    exdates: ['2026-03-23T09:00:00', '2026-04-13T09:00:00'],
    rdates: ['2026-03-26T09:00:00', '2026-04-08T09:00:00'],
  };

  it('MTG-26: ends the head with UNTIL = the start of its last occurrence', () => {
    const { head, tail } = splitRecurrence(recurrence, berlin, '2026-04-06T09:00:00', rules);

    expect(head).to.deep.equal({
      rrule: 'FREQ=WEEKLY;UNTIL=20260330T070000Z',
      exdates: ['2026-03-23T09:00:00'],
      rdates: ['2026-03-26T09:00:00'],
    });
    expect(tail).to.deep.equal({
      localStart: '2026-04-06T09:00:00',
      recurrenceId: '2026-04-06T09:00:00',
      recurrence: {
        rrule: 'FREQ=WEEKLY;COUNT=3',
        exdates: ['2026-04-13T09:00:00'],
        rdates: ['2026-04-08T09:00:00'],
      },
    });
    expect(idsOf(head ?? recurrence)).to.deep.equal([
      '2026-03-16T09:00:00',
      '2026-03-26T09:00:00',
      '2026-03-30T09:00:00',
    ]);
  });

  it('has no head if the split is before the first occurrence', () => {
    expect(splitRecurrence(recurrence, berlin, '2026-03-16T09:00:00', rules).head).to.equal(null);
  });

  it('splits at an extra date, even after the end of the rule', () => {
    const early = splitRecurrence(recurrence, berlin, '2026-03-26T09:00:00', rules);
    const late = splitRecurrence(
      { ...recurrence, rdates: ['2026-05-01T09:00:00', '2026-05-02T09:00:00'] },
      berlin,
      '2026-05-01T09:00:00',
      rules,
    );

    expect(idsOf(early.tail.recurrence, { ...berlin, localStart: early.tail.localStart })[0]).to.equal(
      '2026-03-26T09:00:00',
    );
    expect(idsOf(late.tail.recurrence, { ...berlin, localStart: late.tail.localStart })).to.deep.equal([
      '2026-05-01T09:00:00',
      '2026-05-02T09:00:00',
    ]);
  });

  it('MTG-24: goes by the starts of occurrences where a gap turns the order of their wall times around', () => {
    // In Dublin there is no 01:45 on this day: it is 02:45 then, after the extra date at 02:05.
    const dublin = { localStart: '2026-03-29T01:45:00', timeZone: 'Europe/Dublin', durationMinutes: 5 };
    const all = { rrule: 'FREQ=YEARLY;COUNT=2', exdates: [], rdates: ['2026-03-29T02:05:00'] };
    const halves = (recurrenceId: string) => {
      const { head, tail } = splitRecurrence(all, dublin, recurrenceId, rules);
      const rest = { ...dublin, localStart: tail.localStart };
      return [head === null ? [] : idsOf(head, dublin), idsOf(tail.recurrence, rest)];
    };

    expect(halves('2026-03-29T02:05:00')).to.deep.equal([
      [],
      ['2026-03-29T02:05:00', '2026-03-29T01:45:00', '2027-03-29T01:45:00'],
    ]);
    expect(halves('2026-03-29T01:45:00')).to.deep.equal([
      ['2026-03-29T02:05:00'],
      ['2026-03-29T01:45:00', '2027-03-29T01:45:00'],
    ]);
  });

  it('MTG-24: puts every occurrence into exactly one half, for rules of every form', () => {
    fc.assert(
      fc.property(anySeries, fc.nat(40), fc.boolean(), fc.nat(2), (given, position, isCut, extras) => {
        const { recurrence: rule, series } = given;
        const until = plusDays(`${series.localStart}.000Z`, 900);
        const whole = expandSeries(rule, series, rules, { until });
        const excluded =
          isCut && whole.length > 4 ? [whole[1], whole.at(-2)].map((slot) => slot?.recurrenceId ?? '') : [];
        const extra = [whole[0], whole.at(-1)].map((slot) =>
          plusMinutes(`${slot?.recurrenceId}.000Z`, 20).slice(0, 19),
        );
        const all = { ...rule, exdates: excluded, rdates: extra.slice(0, extras) };
        const slots = expandSeries(all, series, rules, { until });
        const at = slots[position % slots.length];
        if (at === undefined) return;
        const { head, tail } = splitRecurrence(all, series, at.recurrenceId, rules);
        const kept = head ? expandSeries(head, series, rules) : [];
        const rest = expandSeries(tail.recurrence, { ...series, localStart: tail.localStart }, rules, {
          until,
        });

        expect([...kept, ...rest]).to.deep.equal(slots);
        expect(rest[0]).to.deep.equal(at);
        if (head)
          expect(readRule(head.rrule).until).to.equal(kept.at(-1)?.startsAt.replaceAll(/[-:]|\.000/g, ''));
      }),
      { numRuns: 300 },
    );
  });
});

describe('ruleUntil and shiftedUntil', () => {
  it('replace COUNT and UNTIL, and move UNTIL', () => {
    expect(ruleUntil('FREQ=DAILY;COUNT=9;BYDAY=MO', '2026-03-30T07:00:00.000Z')).to.equal(
      'FREQ=DAILY;UNTIL=20260330T070000Z;BYDAY=MO',
    );
    expect(shiftedUntil('FREQ=DAILY;UNTIL=20260330T070000Z', 7)).to.equal(
      'FREQ=DAILY;UNTIL=20260406T070000Z',
    );
    expect(shiftedUntil('FREQ=DAILY;COUNT=9', 7)).to.equal('FREQ=DAILY;COUNT=9');
  });
});

describe('keptExceptions', () => {
  const after = (rrule: string, time: string) => ({
    recurrence: { rrule, exdates: [], rdates: [] },
    series: { ...berlin, localStart: `2026-03-16T${time}` },
  });
  const ids = ['2026-03-23T09:00:00', '2026-03-30T09:00:00', '2026-04-06T09:00:00'];

  it('keeps recurrence ids that the rule still gives, or their date at the new time of day', () => {
    const same = keptExceptions(after('FREQ=WEEKLY;INTERVAL=2', '09:00:00'), ids, rules);
    const later = keptExceptions(after('FREQ=WEEKLY;COUNT=3', '10:30:00'), ids, rules);

    expect([...same.kept]).to.deep.equal([['2026-03-30T09:00:00', '2026-03-30T09:00:00']]);
    expect(same.dropped).to.deep.equal(['2026-03-23T09:00:00', '2026-04-06T09:00:00']);
    expect([...later.kept]).to.deep.equal([
      ['2026-03-23T09:00:00', '2026-03-23T10:30:00'],
      ['2026-03-30T09:00:00', '2026-03-30T10:30:00'],
    ]);
    expect(later.dropped).to.deep.equal(['2026-04-06T09:00:00']);
  });
});
