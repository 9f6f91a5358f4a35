import { expect } from 'chai';
import { growth, leastGrowth, steepest } from './growth.ts';

describe('growth', () => {
  const run = (size: number) => 'a'.repeat(size);

  it('takes a reader that looks at each character once for linear', async () => {
    const { readings } = await leastGrowth((text: string) => text.split('').length, run, { from: 4096 });

    expect(readings.map(({ size }) => size / 4096)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256]);
    expect(steepest(readings)).to.be.below(1.6);
  });

  it('finds an expression that looks again from each character on', async () => {
    const readings = await growth(
      (text: string) => /a+$/.test(text),
      (size) => `${run(size)}b`,
      {
        from: 64,
        rounds: 1,
      },
    );

    expect(steepest(readings)).to.be.above(1.6);
  });

  it('is measured again while it costs more than the bound, and gives the least', async () => {
    const waits = [30, 1];
    const busy = () => {
      const until = process.cpuUsage().user + (waits.shift() ?? 1) * 1000;
      while (process.cpuUsage().user < until);
    };
    const { milliseconds } = await leastGrowth(busy, run, { from: 1, doublings: 0, rounds: 1, bound: 20 });

    expect(milliseconds).to.be.below(20);
    expect(waits).to.deep.equal([]);
  });

  it('counts a refusal as what it cost', async () => {
    const refuse = () => {
      throw new RangeError('Too long.');
    };

    expect(steepest(await growth(refuse, run, { from: 1024 }))).to.equal(0);
  });

  const costing = (...costs: readonly number[]) =>
    costs.map((milliseconds, position) => ({ size: 2 ** position, milliseconds }));

  it('judges a steep part of the way although a bound ends it', () => {
    expect(steepest(costing(1, 4, 16, 64, 0.1, 0.1))).to.equal(2);
  });

  it('takes one step for that of a cache, and steps at every doubling for what grows faster', () => {
    expect(steepest(costing(1, 2, 4, 8, 16, 160, 320, 640, 1280))).to.be.below(1.6);
    expect(steepest(costing(1, 4, 16, 64, 256, 1024, 4096, 16_384))).to.equal(2);
    expect(steepest(costing(0.01, 0.04, 0.2, 0.8, 3.2, 12.8))).to.equal(2);
  });
});
