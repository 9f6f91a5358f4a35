import { expect } from 'chai';
import fc from 'fast-check';
import { instantOf, millisecondsOf } from '../../kernel/time.ts';
import { intervalsOf, type PresenceFact, secondsPresent } from './attendance.ts';

const noon = millisecondsOf('2026-11-23T12:00:00.000Z');
const at = (seconds: number) => instantOf(noon + seconds * 1000);
const fact = (over: Partial<PresenceFact>): PresenceFact => ({
  source: 'livekit',
  connection: 'PA_1',
  joinedAt: null,
  leftAt: null,
  leftReason: null,
  ...over,
});
const ended = { firstTokenAt: at(5), endedAt: at(600), snapshots: [] };
const running = { ...ended, endedAt: null };

describe('intervals of presence (meetings 8.2)', () => {
  it('begin at the first token if only the departure is known', () => {
    expect(intervalsOf([fact({ leftAt: at(100) })], ended)).to.deep.equal([
      { joinedAt: at(5), leftAt: at(100), source: 'livekit', leftReason: 'left' },
    ]);
  });

  it('end with the session if no departure is known, and stay open while it runs', () => {
    const joined = [fact({ joinedAt: at(10) })];

    expect(intervalsOf(joined, ended)).to.deep.equal([
      { joinedAt: at(10), leftAt: at(600), source: 'livekit', leftReason: 'ended' },
    ]);
    expect(intervalsOf(joined, running)).to.deep.equal([
      { joinedAt: at(10), leftAt: null, source: 'livekit', leftReason: null },
    ]);
  });

  it('end at the next snapshot that lacks the connection', () => {
    const snapshots = [
      { at: at(400), connections: [] },
      { at: at(300), connections: [] },
      { at: at(200), connections: ['PA_1'] },
      { at: at(5), connections: [] },
    ];

    expect(intervalsOf([fact({ joinedAt: at(10) })], { ...running, snapshots })).to.deep.equal([
      { joinedAt: at(10), leftAt: at(300), source: 'livekit', leftReason: 'left' },
    ]);
  });

  it('MTG-67: never reach beyond the end of the session', () => {
    const leaving = (seconds: number) =>
      intervalsOf([fact({ joinedAt: at(10), leftAt: at(seconds) })], ended);
    const interval = { joinedAt: at(10), leftAt: at(600), source: 'livekit' };

    expect(leaving(900)).to.deep.equal([{ ...interval, leftReason: 'ended' }]);
    expect(leaving(601)).to.deep.equal([{ ...interval, leftReason: 'ended' }]);
    expect(leaving(600)).to.deep.equal([{ ...interval, leftReason: 'left' }]);
  });

  it('MTG-65: the time in the room is the same in whatever order its intervals are known', () => {
    const interval = (from: number, until: number) =>
      ({ joinedAt: at(from), leftAt: at(until), source: 'livekit', leftReason: 'left' }) as const;
    const intervals = [interval(200, 300), interval(10, 20), interval(15, 40)];

    for (const known of [intervals, intervals.toReversed()])
      expect(secondsPresent(known, at(600))).to.equal(130);
  });

  it('MTG-64: two devices are two intervals that count once where they overlap', () => {
    const intervals = intervalsOf(
      [
        fact({ joinedAt: at(0), leftAt: at(100) }),
        fact({ connection: 'PA_2', joinedAt: at(50), leftAt: at(150) }),
        fact({ connection: 'PA_3', joinedAt: at(300), leftAt: at(310) }),
      ],
      ended,
    );

    expect(intervals).to.have.length(3);
    expect(secondsPresent(intervals, at(600))).to.equal(160);
  });

  const second = fc.integer({ min: 0, max: 900 });
  const facts = fc.array(
    fc.record({
      source: fc.constantFrom('livekit' as const, 'jitsi' as const),
      connection: fc.constantFrom('a', 'b', 'c'),
      joinedAt: fc.option(second.map(at)),
      leftAt: fc.option(second.map(at)),
      leftReason: fc.constantFrom(null, 'left' as const, 'removed' as const),
    }),
    { maxLength: 12 },
  );
  const bounds = fc.record({
    firstTokenAt: second.map(at),
    endedAt: fc.option(second.map(at)),
    snapshots: fc.array(fc.record({ at: second.map(at), connections: fc.subarray(['a', 'b', 'c']) }), {
      maxLength: 3,
    }),
  });

  it('MTG-65: are equal for every order and any repetition of the same events', () => {
    fc.assert(
      fc.property(
        facts,
        bounds,
        fc.array(fc.nat()),
        fc.infiniteStream(fc.nat()),
        (clean, within, repeats, order) => {
          const repeated = [
            ...clean,
            ...repeats.flatMap((index) => clean[index % Math.max(clean.length, 1)] ?? []),
          ];
          const shuffled = repeated
            .map((value) => ({ value, key: order.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ value }) => value);
          const mixed = { ...within, snapshots: [...within.snapshots].reverse() };

          expect(intervalsOf(shuffled, mixed)).to.deep.equal(intervalsOf(clean, within));
        },
      ),
    );
  });

  it('MTG-65: begin before they end, within the session, and never count a second twice', () => {
    fc.assert(
      fc.property(facts, bounds, (some, within) => {
        const intervals = intervalsOf(some, within);

        for (const { joinedAt, leftAt } of intervals) {
          expect(leftAt === null || joinedAt <= leftAt).to.equal(true);
          expect(within.endedAt === null || (leftAt !== null && leftAt <= within.endedAt)).to.equal(true);
        }
        const seconds = Array.from({ length: 1000 }, (_, second) =>
          intervals.some(
            ({ joinedAt, leftAt }) => joinedAt <= at(second) && at(second) < (leftAt ?? at(1000)),
          ),
        ).filter(Boolean).length;
        expect(secondsPresent(intervals, at(1000))).to.equal(seconds);
      }),
    );
  });
});
