import { expect } from 'chai';
import { isFailure } from '../../kernel/errors.ts';
import { checkedRecurrence, type RecurrenceInput, readRule, ruleText } from './index.ts';
import { rules } from './testing/any-rule.ts';

const berlin = {
  scheduledStartAt: '2026-03-02T08:00:00.000Z',
  timeZone: 'Europe/Berlin',
  durationMinutes: 60,
};
const checked = (input: RecurrenceInput, changes: Partial<typeof berlin> = {}) =>
  checkedRecurrence(input, { ...berlin, ...changes }, rules);

/** The details of the refusal, as `path code`, with the message if it is asked for. */
function faultsOf(input: RecurrenceInput, changes: Partial<typeof berlin> = {}) {
  try {
    checked(input, changes);
    return [];
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error.details.map(({ path, code, message }) => ({ fault: `${path} ${code}`, message }));
  }
}
const faultOf = (input: RecurrenceInput, changes?: Partial<typeof berlin>) =>
  faultsOf(input, changes)[0]?.fault;

describe('checkedRecurrence', () => {
  it('MTG-5: names the first date that the rule gives', () => {
    const [fault] = faultsOf({ rrule: 'FREQ=WEEKLY;BYDAY=TH' });

    expect(fault?.fault).to.equal('/recurrence/rrule recurrence.start_not_in_rule');
    expect(fault?.message).to.include('2026-03-05');
  });

  it('MTG-6: refuses a series that starts in the second reading of a repeated hour, and accepts the first reading', () => {
    const rule = { rrule: 'FREQ=WEEKLY;COUNT=3' };

    expect(faultOf(rule, { scheduledStartAt: '2026-10-25T01:30:00.000Z' })).to.equal(
      '/scheduledStartAt recurrence.start_in_overlap',
    );
    expect(faultOf(rule, { scheduledStartAt: '2026-10-25T00:30:00.000Z' })).to.equal(undefined);
  });

  const refusedParts = [
    ['FREQ=WEEKLY;BYEASTER=1', 'unsupported_part'],
    ['FREQ=WEEKLY;RSCALE=HEBREW', 'unsupported_part'],
    ['FREQ=WEEKLY;SKIP=FORWARD', 'unsupported_part'],
    ['FREQ=WEEKLY;X-NAME=1', 'unsupported_part'],
    ['FREQ=MINUTELY', 'unsupported_part'],
    ['FREQ=DAILY;BYMINUTE=1', 'unsupported_part'],
    ['FREQ=DAILY;BYYEARDAY=1', 'unsupported_part'],
    ['FREQ=WEEKLY;BYDAY=MO;BYDAY=TU', 'malformed'],
    ['FREQ=WEEKLY;;COUNT=2', 'malformed'],
    ['FREQ=WEEKLY;COUNT', 'malformed'],
    ['FREQ=WEEKLY;COUNT=2=3', 'malformed'],
    ['FREQ=WEEKLY;COUNT=-2', 'malformed'],
    ['FREQ=WEEKLY;COUNT=1e2', 'malformed'],
    ['FREQ=WEEKLY; COUNT=2', 'unsupported_part'],
    ['FREQ=WEEKLY\nFREQ=DAILY', 'malformed'],
    ['RRULE:', 'malformed'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'out_of_range'],
    ['FREQ=MONTHLY;BYDAY=0MO', 'out_of_range'],
    ['FREQ=YEARLY;BYDAY=1MO', 'malformed'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=32', 'out_of_range'],
    ['FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1', 'malformed'],
    ['FREQ=YEARLY;BYMONTH=13', 'out_of_range'],
    ['FREQ=WEEKLY;WKST=XX', 'malformed'],
    ['FREQ=WEEKLY;UNTIL=20260230', 'malformed'],
    ['FREQ=WEEKLY;UNTIL=20260330T240000Z', 'malformed'],
    ['FREQ=WEEKLY;COUNT=99999999999999999999', 'out_of_range'],
    ['FREQ=WEEKLY;COUNT=0', 'out_of_range'],
    ['FREQ=WEEKLY;COUNT=1001', 'out_of_range'],
    ['FREQ=WEEKLY;INTERVAL=0', 'out_of_range'],
    ['FREQ=WEEKLY;INTERVAL=100', 'out_of_range'],
    ['FREQ=YEARLY;BYMONTH=0', 'out_of_range'],
    ['FREQ=YEARLY;BYMONTH=-1', 'malformed'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'out_of_range'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'out_of_range'],
    ['FREQ=MONTHLY;BYMONTHDAY=-32', 'out_of_range'],
    ['FREQ=MONTHLY;BYDAY=-6MO', 'out_of_range'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0', 'out_of_range'],
    ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-32', 'out_of_range'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'malformed'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'malformed'],
    ['FREQ=WEEKLY;COUNT=2;UNTIL=20260330', 'malformed'],
  ] as const;
  for (const [rrule, code] of refusedParts) {
    it(`MTG-7: refuses ${JSON.stringify(rrule)} before any engine sees it`, () => {
      expect(faultOf({ rrule })).to.equal(`/recurrence/rrule recurrence.${code}`);
    });
  }

  for (const rrule of [
    'FREQ=DAILY;INTERVAL=99;COUNT=1',
    'FREQ=WEEKLY;COUNT=1000;WKST=SU',
    'FREQ=MONTHLY;BYMONTHDAY=-31,-1,1,31',
    'FREQ=MONTHLY;BYDAY=-5MO,5MO,1TU',
    'FREQ=YEARLY;BYMONTH=1,12;BYDAY=-1FR',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-31,31',
    'FREQ=YEARLY;UNTIL=20260330T235959Z',
  ])
    it(`MTG-7: accepts ${rrule}, which reaches the bounds of its parts`, () => {
      expect(ruleText(readRule(rrule))).to.equal(rrule);
    });

  it('MTG-8: limits a finite series to 1000 occurrences after rdates and exdates, and UNTIL to ten years', () => {
    const daily = (rrule: string, more: Partial<RecurrenceInput> = {}) =>
      faultOf({ rrule, ...more }, { durationMinutes: 30 });

    expect(daily('FREQ=DAILY;COUNT=1000')).to.equal(undefined);
    expect(daily('FREQ=DAILY;COUNT=1000', { rdates: ['2026-03-02T10:00:00'] })).to.equal(
      '/recurrence/rrule recurrence.too_many',
    );
    expect(
      daily('FREQ=DAILY;COUNT=1000', { rdates: ['2026-03-02T10:00:00'], exdates: ['2026-03-03T09:00:00'] }),
    ).to.equal(undefined);
    expect(daily('FREQ=DAILY;UNTIL=20281125')).to.equal(undefined);
    expect(daily('FREQ=DAILY;UNTIL=20281126')).to.equal('/recurrence/rrule recurrence.too_many');
    expect(daily('FREQ=WEEKLY;UNTIL=20360302T080000Z')).to.equal(undefined);
    expect(daily('FREQ=WEEKLY;UNTIL=20360302T080001Z')).to.equal('/recurrence/rrule recurrence.out_of_range');
    expect(daily('FREQ=WEEKLY;COUNT=1', { exdates: ['2026-03-02T09:00:00'] })).to.equal(
      '/recurrence/exdates recurrence.no_occurrences',
    );
  });

  it('MTG-9: refuses occurrences that overlap, including extra dates and those across a change of the clocks', () => {
    const overlap = '/recurrence/rrule recurrence.overlaps_itself';

    expect(faultOf({ rrule: 'FREQ=WEEKLY', rdates: ['2026-03-09T09:30:00'] })).to.equal(overlap);
    expect(faultOf({ rrule: 'FREQ=WEEKLY', rdates: ['2034-03-06T08:30:00'] })).to.equal(overlap);
    expect(faultOf({ rrule: 'FREQ=WEEKLY', rdates: ['2026-03-09T10:00:00'] })).to.equal(undefined);
    // This day has 23 hours.
    expect(faultOf({ rrule: 'FREQ=DAILY;COUNT=40' }, { durationMinutes: 1440 })).to.equal(overlap);
    expect(faultOf({ rrule: 'FREQ=DAILY;COUNT=20' }, { durationMinutes: 1440 })).to.equal(undefined);
  });

  it('MTG-10: an extra date after UNTIL is refused, for it would give no occurrence; one at UNTIL is given', () => {
    const rule = 'FREQ=WEEKLY;UNTIL=20260316T080000Z';
    const late = faultOf({ rrule: rule, rdates: ['2026-03-16T09:05:00'] });

    expect(late).to.match(/^\/recurrence\/rdates\/0 recurrence.out_of_range/);
    expect(
      faultOf({ rrule: 'FREQ=WEEKLY;UNTIL=20260316T103000Z', rdates: ['2026-03-16T11:30:00'] }),
    ).to.equal(undefined);
  });

  it('MTG-10: names the exdate that is no occurrence, and the rdate that already is one', () => {
    const faults = faultsOf({
      rrule: 'FREQ=WEEKLY;COUNT=4',
      exdates: ['2026-03-09T09:00:00', '2026-03-09T09:30:00', '2026-03-30T09:00:00'],
      rdates: ['2026-03-04T09:00:00', '2026-03-16T09:00:00', '2026-03-04T09:00:00', '2026-03-01T09:00:00'],
    });

    expect(faults.map(({ fault }) => fault)).to.deep.equal([
      '/recurrence/exdates/1 recurrence.exdate_not_in_rule',
      '/recurrence/exdates/2 recurrence.exdate_not_in_rule',
      '/recurrence/rdates/1 recurrence.rdate_duplicate',
      '/recurrence/rdates/2 recurrence.rdate_duplicate',
      '/recurrence/rdates/3 recurrence.out_of_range',
    ]);
  });

  it('MTG-10: a time after UNTIL is no occurrence', () => {
    const rrule = 'FREQ=WEEKLY;UNTIL=20260316T080000Z';

    expect(faultOf({ rrule, exdates: ['2026-03-16T09:00:00'] })).to.equal(undefined);
    expect(faultOf({ rrule, exdates: ['2026-03-23T09:00:00'] })).to.equal(
      '/recurrence/exdates/0 recurrence.exdate_not_in_rule',
    );
  });

  it('sorts dates and drops repeated ones', () => {
    const recurrence = checked({
      rrule: 'freq=weekly',
      exdates: ['2026-03-16T09:00:00', '2026-03-09T09:00:00', '2026-03-16T09:00:00'],
      rdates: ['2026-03-05T09:00:00', '2026-03-04T09:00:00'],
    });

    expect(recurrence).to.deep.equal({
      rrule: 'FREQ=WEEKLY',
      exdates: ['2026-03-09T09:00:00', '2026-03-16T09:00:00'],
      rdates: ['2026-03-04T09:00:00', '2026-03-05T09:00:00'],
    });
  });
});
