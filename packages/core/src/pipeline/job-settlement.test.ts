import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { HeldJob } from '../kernel/outbox.ts';
import { JobSettlement, mostSettlingTries } from './job-settlement.ts';

const now = '2026-11-23T12:00:00.000Z';
const held = (id: string): HeldJob => ({ id, attempts: 1 });

/** A settlement whose statements are answered by `write`, without pauses between its tries. */
function settlementWith(write: (ids: readonly string[]) => Promise<void>) {
  const statements: string[][] = [];
  const store = {
    async succeed(jobs: readonly HeldJob[]) {
      const ids = jobs.map(({ id }) => id);
      statements.push(ids);
      await write(ids);
      return ids.length;
    },
  };
  return { statements, settlement: new JobSettlement(store, { now: () => now }, 0) };
}

describe('how successes are written', () => {
  it('JOB-3: what ends in one turn leaves together, what ends while that is written leaves with the next, and each waits for its own commit', async () => {
    const commits: (() => void)[] = [];
    const { settlement, statements } = settlementWith(() => new Promise((commit) => commits.push(commit)));
    const written: string[] = [];
    const succeed = (id: string) => settlement.succeed(held(id)).then(() => void written.push(id));
    const first = [succeed('a'), succeed('b')];
    await turn();
    const second = [succeed('c'), succeed('d'), succeed('e')];
    await turn();
    expect([statements, written, settlement.unsettled]).to.deep.equal([[['a', 'b']], [], 5]);

    commits[0]?.();
    await Promise.all(first);
    expect([written, settlement.unsettled]).to.deep.equal([['a', 'b'], 3]);
    commits[1]?.();
    await Promise.all(second);

    expect(statements).to.deep.equal([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
    expect(settlement.unsettled).to.equal(0);
  });

  it('JOB-3: a database that is away for a moment makes no job run twice: the sixth try counts, and after it the leases do', async () => {
    const failing = (times: number) => {
      let failures = 0;
      return settlementWith(async () => {
        failures += 1;
        if (failures <= times) throw new Error('the database is away');
      });
    };
    const [briefly, long] = [failing(5), failing(6)];

    const outcomes = await Promise.allSettled(
      [briefly, long].map(({ settlement }) => settlement.succeed(held('a'))),
    );

    expect(outcomes.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected']);
    expect([briefly.statements.length, long.statements.length, mostSettlingTries]).to.deep.equal([6, 6, 6]);
    expect(long.settlement.unsettled).to.equal(0);
  });
});
