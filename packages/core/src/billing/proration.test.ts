import { expect } from 'chai';
import fc from 'fast-check';
import { plusMonths } from '../kernel/months.ts';
import { instantOf } from '../kernel/time.ts';
import { periodEndAfter, prorated, prorationLines, totalOf } from './proration.ts';

const starts = fc
  .integer({ min: Date.UTC(2024, 0, 1) / 1000, max: Date.UTC(2032, 0, 1) / 1000 })
  .map((seconds) => instantOf(seconds * 1000));
const amounts = fc.integer({ min: 0, max: 10_000_000 });
const quantities = fc.integer({ min: 1, max: 10_000 });

/** Rounds a / b half up, by long division in whole numbers. */
const roundedHalfUp = (a: bigint, b: bigint): bigint => {
  const [whole, rest] = [a / b, a % b];
  return rest * 2n >= b ? whole + 1n : whole;
};

describe('proration', () => {
  it('BIL-7: rounds the share of the seconds left half up, over any month, leap year and change of clocks', () => {
    fc.assert(
      fc.property(
        starts,
        fc.constantFrom(1, 12),
        fc.double({ min: 0, max: 1, noNaN: true }),
        amounts,
        quantities,
        (from, months, share, unitAmount, quantity) => {
          const to = plusMonths(from, months);
          const whole = BigInt((Date.parse(to) - Date.parse(from)) / 1000);
          const passed = BigInt(Math.floor(Number(whole) * share));
          const at = instantOf(Date.parse(from) + Number(passed) * 1000);

          const amount = prorated(unitAmount, quantity, { from, at, to });

          const expected = roundedHalfUp(BigInt(unitAmount) * BigInt(quantity) * (whole - passed), whole);
          expect(BigInt(amount)).to.equal(expected);
        },
      ),
    );
  });

  it('BIL-7: charges everything at the first second and nothing at the last, and credits what it charged', () => {
    fc.assert(
      fc.property(starts, amounts, quantities, (from, unitAmount, quantity) => {
        const to = plusMonths(from, 1);
        const all = { from, to, at: from };

        expect(prorated(unitAmount, quantity, all)).to.equal(unitAmount * quantity);
        expect(prorated(unitAmount, quantity, { ...all, at: to })).to.equal(0);
        expect(prorated(unitAmount, quantity, { ...all, to: from })).to.equal(0);
        const priced = { name: 'Team', unitAmount, quantity };
        const period = { currentPeriodStart: from, currentPeriodEnd: to };
        expect(totalOf(prorationLines(period, priced, priced, from))).to.equal(0);
      }),
    );
  });

  for (const [days, from, at, amount] of [
    [28, '2026-02-01T00:00:00.000Z', '2026-02-15T00:00:00.000Z', 600],
    [29, '2028-02-01T00:00:00.000Z', '2028-02-15T12:00:00.000Z', 600],
    [30, '2026-04-01T00:00:00.000Z', '2026-04-16T00:00:00.000Z', 600],
    // In most of Europe the clocks change on 29 March 2026: the day still counts 86,400 seconds.
    [31, '2026-03-01T00:00:00.000Z', '2026-03-16T12:00:00.000Z', 600],
    // 1200 × 1 second / 2,678,400 seconds is far below half a minor unit; a half is rounded up.
    [31, '2026-03-01T00:00:00.000Z', '2026-03-31T23:59:59.000Z', 0],
    [31, '2026-03-01T00:00:00.000Z', '2026-03-31T23:41:24.000Z', 1],
  ] as const) {
    it(`BIL-7: of 1200 in a month of ${days} days at ${at} ${amount} are left`, () => {
      const to = plusMonths(from, 1);
      expect((Date.parse(to) - Date.parse(from)) / 86_400_000).to.equal(days);

      expect(prorated(1200, 1, { from, at, to })).to.equal(amount);
    });
  }

  it('counts periods from their first day, which comes again after a shorter month', () => {
    const anchor = '2026-01-31T10:00:00.000Z';
    const ends = [anchor];
    for (let count = 0; count < 4; count += 1)
      ends.push(periodEndAfter(anchor, 'month', ends.at(-1) ?? anchor));

    expect(ends.map((end) => end.slice(0, 10))).to.deep.equal([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ]);
    expect(periodEndAfter('2028-02-29T00:00:00.000Z', 'year', '2028-02-29T00:00:00.000Z')).to.equal(
      '2029-02-28T00:00:00.000Z',
    );
  });
});
