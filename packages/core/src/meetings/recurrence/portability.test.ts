import { expect } from 'chai';
import { portabilityOf, timeWarnings } from './index.ts';
import { rules } from './testing/any-rule.ts';

const berlin = { localStart: '2026-03-02T09:00:00', timeZone: 'Europe/Berlin', durationMinutes: 60 };
const codesOf = (rrule: string, changes: { timeZone?: string; rdates?: string[]; gaps?: string[] } = {}) => {
  const { timeZone = 'Europe/Berlin', rdates = [], gaps = [] } = changes;
  const found = portabilityOf({ rrule, exdates: [], rdates }, { ...berlin, timeZone }, rules, gaps);
  expect(found.portability).to.equal(found.warnings.length === 0 ? 'full' : 'partial');
  return found.warnings.map(({ code }) => code);
};

describe('portabilityOf', () => {
  const full = [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=WEEKLY',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;COUNT=9',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYMONTHDAY=2',
    'FREQ=MONTHLY;INTERVAL=3;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=SU',
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;WKST=SU',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-1',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=4',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=1;UNTIL=20270101T000000Z',
    'FREQ=YEARLY',
    'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=2',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=1MO',
  ];
  for (const rrule of full) {
    it(`MTG-72: is full for ${rrule}`, () => {
      expect(codesOf(rrule)).to.deep.equal([]);
    });
  }

  const partial = [
    'FREQ=DAILY;BYDAY=MO,TU',
    'FREQ=WEEKLY;BYMONTH=3',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=SU',
    'FREQ=MONTHLY;BYMONTHDAY=1,2',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYDAY=MO',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=5',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-2',
    'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR',
    'FREQ=YEARLY;BYMONTHDAY=2',
    'FREQ=YEARLY;BYMONTH=3,9;BYMONTHDAY=2',
    'FREQ=YEARLY;BYMONTH=3;BYDAY=MO',
  ];
  for (const rrule of partial) {
    it(`MTG-72: is partial for ${rrule}`, () => {
      expect(codesOf(rrule)).to.deep.equal(['portability.rule_shape']);
    });
  }

  it('MTG-72: is partial for extra dates, starts in a gap and irregular zones', () => {
    expect(codesOf('FREQ=WEEKLY', { rdates: ['2026-03-03T09:00:00'] })).to.deep.equal(['portability.rdate']);
    expect(codesOf('FREQ=WEEKLY', { gaps: ['2026-03-29T01:30:00.000Z'] })).to.deep.equal([
      'portability.gap_time',
    ]);
    expect(codesOf('FREQ=WEEKLY', { timeZone: 'Africa/Cairo' })).to.deep.equal([
      'portability.irregular_zone',
    ]);
    expect(codesOf('FREQ=WEEKLY', { timeZone: 'Asia/Kolkata' })).to.deep.equal([]);
  });
});

describe('timeWarnings', () => {
  it('names the starts that the clocks skip or repeat', () => {
    const slot = (startsAt: string, adjustment: 'gap' | 'overlap' | null) => ({ startsAt, adjustment });
    const warnings = timeWarnings([
      slot('a', 'gap'),
      slot('b', null),
      slot('c', 'overlap'),
      slot('d', 'gap'),
    ]);

    expect(warnings.map(({ code, occurrences }) => [code, occurrences])).to.deep.equal([
      ['time.gap', ['a', 'd']],
      ['time.overlap', ['c']],
    ]);
    expect(timeWarnings([slot('b', null)])).to.deep.equal([]);
  });
});
