import { expect } from 'chai';
import { paginate } from './pages.ts';

describe('paginate', () => {
  const pages: Record<string, { items: number[]; nextCursor: string | null }> = {
    start: { items: [1, 2], nextCursor: 'b' },
    b: { items: [], nextCursor: 'c' },
    c: { items: [3], nextCursor: null },
  };

  it('gives every item in order and stops at the last page', async () => {
    const asked: (string | undefined)[] = [];
    const items: number[] = [];
    const read = async (cursor?: string) => {
      asked.push(cursor);
      return pages[cursor ?? 'start'] ?? expect.fail('no such page');
    };
    for await (const item of paginate(read, 'items')) items.push(item);

    expect(items).to.deep.equal([1, 2, 3]);
    expect(asked).to.deep.equal([undefined, 'b', 'c']);
  });

  it('reads no page that nobody needs', async () => {
    let reads = 0;
    const read = async () => {
      reads++;
      return { items: [1, 2], nextCursor: 'more' };
    };
    for await (const item of paginate(read, 'items')) if (item === 2) break;
    expect(reads).to.equal(1);
  });
});
