import { expect } from 'chai';
import fc from 'fast-check';
import { daysBetween, daysLater, localDate, periodLater } from '../../kernel/plain-dates.ts';
import { anyDate, anyDates, anyInstant, anyPolicy, anyZone, rules } from '../testing/any-lifecycle.ts';
import { goldenPolicy, nothingKnown } from '../testing/plain-lifecycles.ts';
import { expirationVectors } from '../testing/vectors.ts';
import { dateInForce } from './calculation.ts';
import { plannedNotices } from './notices.ts';
import { boundariesOf, statusOn, windowDaysOf } from './status.ts';

/** A golden case, computed by the functions of this folder. */
function outcomeOf({ policy, dates, asOf }: (typeof expirationVectors.cases)[number]) {
  const { timeZone, noticeDaysBefore } = policy;
  const inForce = dateInForce({ ...nothingKnown, ...dates }, goldenPolicy(policy), timeZone, rules);
  const { expiresOn, graceEndsOn } = inForce;
  const facts = {
    isDisposed: false,
    isSuperseded: false,
    isTracked: true,
    noExpiration: false,
    neverExpires: policy.basis === 'never',
    isConfirmed: true,
    requireConfirmation: true,
    expiresOn,
    graceEndsOn,
    windowDays: windowDaysOf(noticeDaysBefore),
    timeZone,
  };
  return {
    facts,
    outcome: {
      expiresOn,
      graceEndsOn,
      status: statusOn(facts, asOf, rules),
      notices: plannedNotices(expiresOn, policy, timeZone, asOf, rules),
    },
  };
}

describe('dates, status and notices of a lifecycle', () => {
  it('LIF-2: are tried with all golden cases', () => {
    expect(expirationVectors.cases).to.have.length(23);
  });

  for (const one of expirationVectors.cases) {
    it(`LIF-2, LIF-3, LIF-4, LIF-9, LIF-12: the golden case ${one.id}, ${one.note}`, () => {
      expect(outcomeOf(one).outcome).to.deep.equal(one.expect);
    });
  }

  it('LIF-2: adds years and months before days, to the last day of a month that is too short', () => {
    const later = (date: string, years: number, months: number, days: number) =>
      periodLater(date, { years, months, days });

    expect(later('2027-01-31', 0, 1, 0)).to.deep.equal({ date: '2027-02-28', isClamped: true });
    expect(later('2028-01-31', 0, 1, 0)).to.deep.equal({ date: '2028-02-29', isClamped: true });
    expect(later('2028-02-29', 1, 0, 0)).to.deep.equal({ date: '2029-02-28', isClamped: true });
    expect(later('2028-02-29', 4, 0, 0)).to.deep.equal({ date: '2032-02-29', isClamped: false });
    expect(later('2027-01-31', 0, 1, 1)).to.deep.equal({ date: '2027-03-01', isClamped: true });
    expect(later('1999-12-31', 0, 0, 1)).to.deep.equal({ date: '2000-01-01', isClamped: false });
    expect(later('2199-12-31', 100, 1200, 36_500).date).to.equal('2499-12-06');
  });

  it('LIF-2: counts days and periods as the calendar does, for any date', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -800, max: 36_500 }), (date, days) => {
        expect(daysBetween(date, daysLater(date, days))).to.equal(days);
        expect(periodLater(date, { years: 0, months: 0, days }).date).to.equal(daysLater(date, days));
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(
        anyDate,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 1200 }),
        (date, years, months) => {
          const { date: later, isClamped } = periodLater(date, { years, months, days: 0 });
          const monthsOf = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));

          expect(monthsOf(later) - monthsOf(date)).to.equal(years * 12 + months);
          expect(later.slice(8) === date.slice(8)).to.equal(!isClamped);
          // The last day of a month is the one before the first of the next.
          if (isClamped) expect(daysLater(later, 1).slice(8)).to.equal('01');
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('LIF-4: counts from the local date of an upload and of a seal, in any zone', () => {
    const plus = (basis: 'upload_date_plus' | 'sealed_date_plus') => ({
      basis,
      duration: { years: 0, months: 0, days: 30 },
      fixedDate: null,
      graceDays: 0,
    });
    fc.assert(
      fc.property(anyInstant, anyZone, (at, timeZone) => {
        const dates = { ...nothingKnown, uploadedAt: at, sealedAt: at };
        const expected = daysLater(localDate(at, timeZone, rules), 30);

        for (const basis of ['upload_date_plus', 'sealed_date_plus'] as const)
          expect(dateInForce(dates, plus(basis), timeZone, rules).expiresOn).to.equal(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('LIF-5: takes the confirmed date, else the stated one, else what the policy gives', () => {
    fc.assert(
      fc.property(anyDates, anyPolicy, anyZone, (dates, policy, timeZone) => {
        const { expiresOn, expiresOnSource, calculatedOn } = dateInForce(dates, policy, timeZone, rules);

        const inOrder = [dates.confirmedExpiresOn, dates.statedExpiresOn, calculatedOn];
        const first = inOrder.find((date) => date !== null) ?? null;
        expect(expiresOn).to.equal(dates.noExpiration ? null : first);
        expect(expiresOnSource === 'none').to.equal(expiresOn === null);
      }),
      { numRuns: 2000 },
    );
  });

  it('LIF-9: plans each notice once, in order, at its local time or where the clock skips it', () => {
    const daysBefore = fc.uniqueArray(fc.integer({ min: -365, max: 730 }), { maxLength: 12 });
    fc.assert(
      fc.property(anyDate, daysBefore, anyZone, anyInstant, (date, noticeDaysBefore, timeZone, asOf) => {
        const times = { noticeDaysBefore, noticeLocalTime: '00:15' };

        const notices = plannedNotices(date, times, timeZone, asOf, rules);

        expect(notices.map((one) => one.daysBefore).sort()).to.deep.equal([...noticeDaysBefore].sort());
        const due = notices.filter(({ state }) => state === 'due_now');
        expect(due.length).to.be.lessThan(2);
        for (const { at, state, daysBefore: days } of notices) {
          expect(state === 'planned').to.equal(at > asOf);
          const wall = rules.wall(at, timeZone);
          const { adjustment } = rules.resolve(`${daysLater(date, -days)}T00:15:00`, timeZone);
          if (adjustment !== 'gap') expect(wall).to.equal(`${daysLater(date, -days)}T00:15:00`);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('boundariesOf', () => {
  it('LIF-3: gives the status of the table for every golden case', () => {
    for (const one of expirationVectors.cases) {
      const { facts } = outcomeOf(one);
      const boundaries = boundariesOf(facts, rules);

      expect(boundaries === null, one.id).to.equal(one.expect.expiresOn === null);
      if (boundaries === null) continue;
      const { soonAt, endsAt, graceEndsAt } = boundaries;
      const { asOf } = one;
      const status =
        asOf >= graceEndsAt
          ? 'expired'
          : asOf >= endsAt
            ? 'in_grace'
            : asOf >= soonAt
              ? 'expiring_soon'
              : 'current';
      expect(status, one.id).to.equal(one.expect.status);
    }
  });

  it('LIF-3: is where the date changes, to the millisecond, in any zone', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 365 }), anyZone, (expiresOn, grace, timeZone) => {
        const graceEndsOn = daysLater(expiresOn, grace);
        const boundaries = boundariesOf({ expiresOn, graceEndsOn, windowDays: 30, timeZone }, rules);

        const dateAround = (at: string, by: number) =>
          localDate(new Date(Date.parse(at) + by).toISOString(), timeZone, rules);
        const { soonAt = '', endsAt = '', graceEndsAt = '' } = boundaries ?? {};
        for (const [at, last] of [
          [soonAt, daysLater(expiresOn, -31)],
          [endsAt, expiresOn],
          [graceEndsAt, graceEndsOn],
        ] as const) {
          expect(dateAround(at, -1) <= last).to.equal(true);
          expect(dateAround(at, 0) > last).to.equal(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('LIF-3: begins a day that has no midnight where the clock skips it', () => {
    const facts = { expiresOn: '2027-09-04', graceEndsOn: '2027-09-04', windowDays: 30 };

    const boundaries = boundariesOf({ ...facts, timeZone: 'America/Santiago' }, rules);

    // In the night to 5 September 2027 Chile goes from 24:00 to 01:00.
    expect(boundaries?.endsAt).to.equal('2027-09-05T04:00:00.000Z');
    expect(rules.wall('2027-09-05T04:00:00.000Z', 'America/Santiago')).to.equal('2027-09-05T01:00:00');
  });
});
