import { expect } from 'chai';
import fc from 'fast-check';
import { instantOf, millisecondsOf } from './time.ts';

describe('instants', () => {
  it('are written as toISOString writes them, and read back', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('-000020-01-01T00:00:00Z'),
          max: new Date('+010020-01-01T00:00:00Z'),
          noInvalidDate: true,
        }),
        (date) => {
          expect(instantOf(date.getTime())).to.equal(date.toISOString());
          expect(millisecondsOf(instantOf(date.getTime()))).to.equal(date.getTime());
        },
      ),
      { numRuns: 20_000 },
    );
  });

  it('are those of the millisecond that has begun', () => {
    expect(instantOf(1.75)).to.equal('1970-01-01T00:00:00.001Z');
    expect(instantOf(-1)).to.equal('1969-12-31T23:59:59.999Z');
    expect(() => instantOf(Number.NaN)).to.throw(RangeError);
    expect(() => instantOf(8.64e15 + 86_400_000)).to.throw(RangeError);
  });
});
