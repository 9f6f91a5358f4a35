import { expect } from 'chai';
import { z } from 'zod';
import { EnginePool } from './engine-pool.ts';
import { engineTask, moduleBeside } from './engine-task.ts';
import { pooledRun, TooCostly } from './pooled-run.ts';

const leaveMemory = engineTask<typeof import('./testing/leave-memory-task.ts')>({
  name: 'leave memory',
  module: moduleBeside(import.meta.url, './testing/leave-memory-task'),
  output: z.int(),
});

describe('a run in the pool', () => {
  // A process may keep half of this between two tasks.
  const pool = new EnginePool({ processes: 1, limits: { memoryMebibytes: 800 } });
  after(() => pool.close(0));
  const leave = (uses: number, leaves: number) => pooledRun(pool, leaveMemory, { uses, leaves }, {});

  it('SEA-18: what an earlier file left in the memory of the process is not counted against the next', async () => {
    await leave(0, 200);

    const tasksBefore = await leave(560, 0);

    expect(tasksBefore).to.equal(0);
  });

  it('SEA-18: a file that takes too much memory in a process of its own is too costly', async () => {
    const error = await leave(900, 0).then(
      () => null,
      (caught: unknown) => caught,
    );

    expect(error).to.be.instanceOf(TooCostly);
  });
});
