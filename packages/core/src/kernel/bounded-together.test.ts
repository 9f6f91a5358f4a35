import { expect } from 'chai';
import { z } from 'zod';
import { boundedTogether } from './bounded-together.ts';

describe('a bound on inner lists together', () => {
  const things = boundedTogether(
    z.array(z.strictObject({ marks: z.array(z.int()).max(3).default([]) })).max(10),
    { marks: 5 },
  );
  const isTaken = (...sizes: readonly number[]) =>
    things.safeParse(sizes.map((size) => ({ marks: Array(size).fill(0) }))).success;

  it('PLT-28: takes as many as it says over all things, and not one more', () => {
    expect(isTaken(3, 2)).to.equal(true);
    expect(isTaken(3, 3)).to.equal(false);
    expect(isTaken(2, 2, 2)).to.equal(false);
  });

  it('leaves the bound of each list as it is, and asks for none', () => {
    expect(isTaken(4)).to.equal(false);
    expect(things.safeParse([{}, {}]).success).to.equal(true);
  });

  it('PLT-28: counts lists inside of lists by their path', () => {
    const papers = boundedTogether(
      z.array(z.strictObject({ parts: z.array(z.strictObject({ marks: z.array(z.int()) })) })),
      { 'parts.marks': 4 },
    );
    const parts = (...sizes: readonly number[]) => ({
      parts: sizes.map((size) => ({ marks: Array(size).fill(0) })),
    });

    expect(papers.safeParse([parts(1, 1), parts(2)]).success).to.equal(true);
    expect(papers.safeParse([parts(1, 1), parts(2, 1)]).success).to.equal(false);
  });

  it('names the list, and what to do', () => {
    const { error } = things.safeParse([{ marks: [1, 2, 3] }, { marks: [1, 2, 3] }]);

    expect(error?.issues.map(({ message }) => message)).to.deep.equal([
      'Put at most 5 of marks into the whole list, or divide it.',
    ]);
  });
});
