import { expect } from 'chai';
import { mostRecentIds, RecentIds } from './recent-ids.ts';

describe('RecentIds', () => {
  it('gives each id once', () => {
    const ids = new RecentIds();
    ids.add('a');

    expect([ids.take('a'), ids.take('a'), ids.take('b')]).to.deep.equal([true, false, false]);
  });

  it('remembers the last ten thousand', () => {
    const ids = new RecentIds();
    for (let number = 0; number <= mostRecentIds; number += 1) ids.add(`${number}`);

    expect(mostRecentIds).to.equal(10_000);
    expect([ids.take('0'), ids.take('1'), ids.take(`${mostRecentIds}`)]).to.deep.equal([false, true, true]);
  });
});
