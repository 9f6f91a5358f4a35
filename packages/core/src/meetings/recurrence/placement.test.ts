import { expect } from 'chai';
import fc from 'fast-check';
import { placed, resolvedStart } from './index.ts';
import { anyZone, rules } from './testing/any-rule.ts';

describe('placed and resolvedStart', () => {
  it('MTG-6: keeps the instant of a single meeting in the second reading of a repeated hour', () => {
    const timeZone = 'Europe/Berlin';
    const [first, second] = ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'].map((startsAt) =>
      placed(startsAt, timeZone, rules),
    );

    expect(first).to.deep.equal({
      localStart: '2026-10-25T02:30:00',
      reading: 'first',
      adjustment: 'overlap',
    });
    expect(second).to.deep.equal({
      localStart: '2026-10-25T02:30:00',
      reading: 'second',
      adjustment: 'overlap',
    });
    expect(
      resolvedStart({ localStart: '2026-10-25T02:30:00', timeZone, reading: 'second' }, rules),
    ).to.deep.equal({ startsAt: '2026-10-25T01:30:00.000Z', adjustment: 'overlap' });
  });

  it('lead back to every instant, even around a change of the clocks', () => {
    const nearChanges = anyZone.chain((timeZone) => {
      const changes = rules.transitions(timeZone, '2026-01-01T00:00:00.000Z', '2036-01-01T00:00:00.000Z');
      const near = changes.flatMap(({ at }) =>
        [-90, -60, -30, -15, 0, 15, 30, 60, 120].map((by) => Date.parse(at) + by * 60_000),
      );
      const any = fc
        .integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) })
        .map((at) => at - (at % 60_000));
      const at = near.length === 0 ? any : fc.oneof(any, fc.constantFrom(...near));
      return fc.tuple(
        fc.constant(timeZone),
        at.map((milliseconds) => new Date(milliseconds).toISOString()),
      );
    });

    fc.assert(
      fc.property(nearChanges, ([timeZone, startsAt]) => {
        const { localStart, reading } = placed(startsAt, timeZone, rules);

        expect(resolvedStart({ localStart, timeZone, reading }, rules).startsAt).to.equal(startsAt);
      }),
      { numRuns: 2000 },
    );
  });
});
