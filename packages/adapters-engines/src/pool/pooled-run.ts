import { dependencyUnavailable } from '@chancery/core';
import { EngineFailure } from './engine-failure.ts';
import type { EnginePool, TaskGiven } from './engine-pool.ts';
import type { EngineTask } from './engine-task.ts';

/** What may not be the fault of the input: another process may do what this one could not. */
const worthAnother: ReadonlySet<string> = new Set(['crashed', 'invalid_reply', 'memory']);

/** The input asks for more than a process may use, or ends each process that takes it. */
export class TooCostly extends Error {
  override readonly name = 'TooCostly';
}

/**
 * Runs a task; once more if its process ended, because somebody else may have ended it, or if it took too much memory,
 * because what earlier tasks left there counts against it. Throws `TooCostly`, and `dependency.unavailable` while no
 * process is free.
 */
export async function pooledRun<Input, Output>(
  pool: EnginePool,
  task: EngineTask<Input, Output>,
  input: Input,
  given: TaskGiven,
): Promise<Output> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await pool.run(task, input, given);
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      if (error.isPassing) throw dependencyUnavailable({ cause: error, retryAfterSeconds: 5 });
      const isWorthAnother = worthAnother.has(error.reason);
      if (isWorthAnother && attempt === 1) continue;
      if (error.isLimit || isWorthAnother) throw new TooCostly('too costly', { cause: error });
      throw error;
    }
}
