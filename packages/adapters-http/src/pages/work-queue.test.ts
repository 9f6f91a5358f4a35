import { expect } from 'chai';

const queue = new URL('../../browser/work-queue.js', import.meta.url).href;

describe('what a page does one after the other', () => {
  it('begins in the order in which it was asked for, as many at once as there may be then', async () => {
    const { atMost } = await import(queue);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    let most = 1;
    const asked = atMost(() => most);
    const work = (number: number) => () => {
      begun.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const drops = [1, 2, 3, 4, 5].map((number) => asked(work(number)));
    expect(begun).to.deep.equal([1]);

    drops[2]?.();
    most = 3;
    ends[0]?.();
    await new Promise(setImmediate);

    expect(begun).to.deep.equal([1, 2, 4, 5]);
  });
});
