import { expect } from 'chai';
import { leastAttempt } from './least-attempt.ts';

describe('leastAttempt', () => {
  const measuring = (...costs: readonly number[]) => {
    const left = [...costs];
    return { left, measure: () => left.shift() ?? 1000 };
  };

  it('ends with the first measurement that is below the bound', async () => {
    const { left, measure } = measuring(300, 200, 199, 5);

    expect(await leastAttempt(measure, 200)).to.equal(199);
    expect(left).to.deep.equal([5]);
  });

  it('gives the least of ten if none is below the bound', async () => {
    const { left, measure } = measuring(300, 250, 300, 300, 300, 300, 300, 300, 300, 300, 5);

    expect(await leastAttempt(measure, 200)).to.equal(250);
    expect(left).to.deep.equal([5]);
  });
});
