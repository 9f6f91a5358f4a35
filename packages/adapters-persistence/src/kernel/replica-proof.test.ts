import { expect } from 'chai';
import { type Position, Proof } from './replica-proof.ts';

const at = (position: number, more: Partial<Position> = {}): Position => ({
  position: String(position),
  timeline: 1,
  system: '7',
  ...more,
});

describe('how far a replica is behind', () => {
  let proof: Proof;
  beforeEach(() => {
    proof = new Proof(1000);
  });

  it('is unknown at first, and when the database does not answer', () => {
    expect(proof.holds(0)).to.equal(false);
    proof.add(0, null, at(9));
    expect(proof.holds(0)).to.equal(false);
  });

  it('is known from what the database had written, for a second', () => {
    proof.add(5000, at(100), at(100));

    expect([5000, 6000, 6001].map((now) => proof.holds(now))).to.deep.equal([true, true, false]);
  });

  it('is counted from the newest position that the replica has reached', () => {
    proof.add(1000, at(100), at(50));
    proof.add(1200, at(200), at(60));
    proof.add(1400, at(300), at(99));
    expect(proof.holds(1400)).to.equal(false);

    proof.add(1600, at(400), at(250));
    expect([2200, 2201].map((now) => proof.holds(now))).to.deep.equal([true, false]);
  });

  it('grows while the replica stands still and the database does not, and not while both rest', () => {
    proof.add(1000, at(100), at(100));
    proof.add(2000, at(100), at(100));
    expect(proof.holds(3000)).to.equal(true);

    proof.add(3000, at(101), at(100));
    expect(proof.holds(3001)).to.equal(false);
  });

  it('is unknown of a replica of another database, or of a timeline that the database has left', () => {
    for (const other of [at(100, { system: '8' }), at(100, { timeline: 2 })]) {
      proof.add(1000, at(100), at(100));
      proof.add(1200, other, at(100));

      expect(proof.holds(1200)).to.equal(false);
    }
  });

  it('remembers no more than it needs, and yet what is newest', () => {
    for (let look = 0; look < 50; look += 1) proof.add(look * 200, at(look), at(-1));

    proof.add(10_000, at(50), at(49));
    expect([10_800, 10_801].map((now) => proof.holds(now))).to.deep.equal([true, false]);
  });
});
