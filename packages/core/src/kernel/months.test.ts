import { expect } from 'chai';
import { plusMonths } from './months.ts';

describe('plusMonths', () => {
  for (const [from, months, to] of [
    ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', 1, '2026-04-30T23:59:59.999Z'],
    ['2026-12-31T00:00:00.000Z', 2, '2027-02-28T00:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 12, '2029-02-28T12:00:00.000Z'],
    ['2026-11-23T12:00:00.000Z', 0, '2026-11-23T12:00:00.000Z'],
  ] as const)
    it(`PLT-16: counts months in UTC, and stays within the last day of the month: ${from} and ${months} is ${to}`, () => {
      expect(plusMonths(from, months)).to.equal(to);
    });
});
