import { expect } from 'chai';
import type { LifecycleReacting } from './ports.ts';
import { settleByWorkspace, settleEach } from './sweep.ts';

/** Seven things of two workspaces, found three at a time. */
const things = ['a1', 'a2', 'b3', 'b4', 'a5', 'a6', 'b7'].map((id) => ({ id, workspaceId: id.charAt(0) }));
const sweep = {
  most: 3,
  find: async (after: (typeof things)[number] | null, most: number) =>
    things.slice(after === null ? 0 : things.indexOf(after) + 1).slice(0, most),
};

/** What was settled in each transaction, behind the workspace that it entered. */
function transactions() {
  const settled: string[][] = [];
  const work = { enter: (workspaceId: string) => void settled.push([workspaceId]) };
  // Nothing else of a transaction is used.
  const context = { transact: async (run: (given: typeof work) => unknown) => run(work) };
  const note = async (ids: readonly string[]) => void settled.at(-1)?.push(...ids);
  return { settled, note, context: context as unknown as Pick<LifecycleReacting, 'transact'> };
}

describe('sweeps', () => {
  it('settle all that they find, what belongs to one workspace together', async () => {
    const { settled, note, context } = transactions();

    await settleByWorkspace(sweep, (found) => note(found.map(({ id }) => id)), context);

    expect(settled).to.deep.equal([
      ['a', 'a1', 'a2'],
      ['b', 'b3'],
      ['b', 'b4'],
      ['a', 'a5', 'a6'],
      ['b', 'b7'],
    ]);
  });

  it('settle each by itself', async () => {
    const { settled, note, context } = transactions();

    await settleEach(sweep, ({ id }) => note([id]), context);

    expect(settled).to.deep.equal(things.map(({ id, workspaceId }) => [workspaceId, id]));
  });
});
