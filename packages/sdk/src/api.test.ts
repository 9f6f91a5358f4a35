import { expect } from 'chai';
import { Chancery } from './generated/chancery.ts';
import { operations } from './generated/operations.ts';

type Calls = Readonly<Record<string, (input?: object) => Promise<unknown> & AsyncIterable<unknown>>>;

describe('the calls of the client', () => {
  /** A client that answers every call with what was sent, and with one item of each list. */
  const told = () => {
    const chancery = new Chancery({ baseUrl: 'https://chancery.example' });
    const answerOf = (sender: string) => async (route: string, input?: object) => ({
      ...{ sender, route, input },
      ...Object.fromEntries(operations.map(({ pagination }) => [pagination, [`${pagination} of ${route}`]])),
      nextCursor: null,
    });
    for (const sender of ['call', 'download', 'sendFile'])
      Object.assign(chancery, { [sender]: answerOf(sender) });
    return chancery as unknown as Readonly<Record<string, Calls>>;
  };

  it('are those of every operation, each by the way and on the route of its own', async () => {
    const chancery = told();

    for (const { id, tag, route, binary, file } of operations) {
      const sender = binary ? 'download' : file === undefined ? 'call' : 'sendFile';
      expect(await chancery[tag]?.[id]?.({ one: 1 }), id).to.include({ sender, route });
    }
  });

  it('give the items of every list with a cursor', async () => {
    const chancery = told();
    const lists = operations.filter(({ pagination }) => pagination !== null);

    for (const { id, tag, route, pagination } of lists) {
      const items: unknown[] = [];
      for await (const item of chancery[tag]?.[`${id}All`]?.() ?? []) items.push(item);
      expect(items).to.deep.equal([`${pagination} of ${route}`]);
    }
    expect(lists).to.not.have.length(0);
  });
});
