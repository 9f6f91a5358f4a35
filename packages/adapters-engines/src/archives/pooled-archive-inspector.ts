import { type ByteSource, type DetectedType, dependencyUnavailable } from '@chancery/core';
import { z } from 'zod';
import { EngineFailure } from '../pool/engine-failure.ts';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import type { ArchiveInspector } from './archive-inspector.ts';

const walkZip = engineTask<typeof import('./walk-zip-task.ts')>({
  name: 'inspect archive',
  module: moduleBeside(import.meta.url, './walk-zip-task'),
  output: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('known'), mimeType: z.string().max(200) }),
    z.strictObject({ kind: z.enum(['unknown', 'unsafe_archive']) }),
  ]),
  // The answer is one word, and the file is read once.
  limits: { outputMebibytes: 0.01, sourceReadings: 4 },
});

/**
 * Inspects archives in the processes of the pool, because inflating takes a processor for seconds. An archive that
 * exceeds what a task may use is unsafe, and so is one that ends two processes. While no process is free, inspecting
 * fails with `dependency.unavailable`.
 */
export class PooledArchiveInspector implements ArchiveInspector {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async inspect(content: ByteSource): Promise<DetectedType> {
    const first = await this.#attempt(content);
    // A process may also be ended by somebody else, such as by a system without memory.
    const answer = first === 'crashed' ? await this.#attempt(content) : first;
    return answer === 'crashed' ? { kind: 'unsafe_archive' } : answer;
  }

  async #attempt(content: ByteSource): Promise<DetectedType | 'crashed'> {
    try {
      return await this.#pool.run(walkZip, null, { sources: [content] });
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      if (error.isLimit) return { kind: 'unsafe_archive' };
      if (error.reason === 'crashed' || error.reason === 'invalid_reply') return 'crashed';
      if (error.isPassing) throw dependencyUnavailable({ cause: error, retryAfterSeconds: 5 });
      throw error;
    }
  }
}
