import { expect } from 'chai';
import { openMigratedPglite } from '../testing/snapshot.ts';
import type { Database } from './data-source.ts';
import { unitOfWork } from './unit-of-work.ts';

const callers = 16;

/** Counts the turns of the event loop until it is stopped. */
function countedTurns() {
  let [turn, isStopped] = [0, false];
  const count = () => {
    turn += 1;
    if (!isStopped) setImmediate(count);
  };
  setImmediate(count);
  return {
    now: () => turn,
    stop: () => {
      isStopped = true;
    },
  };
}

describe('the one connection of the embedded database', () => {
  let database: Database;
  before(async () => {
    database = await openMigratedPglite();
  });
  after(() => database.close());

  for (const mode of ['read', 'read once', 'write'] as const)
    it(`PLT-21: serves those that wait (${mode}) in the order of asking, one in a turn of the event loop, so that nobody new waits for all of them`, async () => {
      const units = unitOfWork(database);
      const turns = countedTurns();
      const served: { caller: number; turn: number }[] = [];
      const ask = (caller: number) =>
        units.run(mode, 'app', async (transaction) => {
          served.push({ caller, turn: turns.now() });
          await transaction.workspaceStatus();
        });

      // Each asks twice: once with all the others, and again behind them when it has been answered.
      await Promise.all(Array.from({ length: callers }, (_, caller) => ask(caller).then(() => ask(caller))));
      turns.stop();

      const inOrder = Array.from({ length: callers }, (_, caller) => caller);
      expect(served.map(({ caller }) => caller)).to.deep.equal([...inOrder, ...inOrder]);
      expect(new Set(served.map(({ turn }) => turn)).size).to.equal(served.length);
    });

  it('PLT-21: a transaction that takes many turns holds up those behind it, and they are then served one in a turn too', async () => {
    const units = unitOfWork(database);
    const turns = countedTurns();
    const served: number[] = [];
    const long = units.run('write', 'app', async (transaction) => {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await transaction.workspaceStatus();
    });
    const short = Array.from({ length: callers }, () =>
      units.run('read', 'app', async (transaction) => {
        served.push(turns.now());
        await transaction.workspaceStatus();
      }),
    );

    await Promise.all([long, ...short]);
    turns.stop();

    expect(served).to.have.length(callers);
    expect(new Set(served).size).to.equal(callers);
  });
});
