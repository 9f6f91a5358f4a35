import type { ByteSource, DetectedType } from '@chancery/core';
import { z } from 'zod';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';
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
    try {
      return await pooledRun(this.#pool, walkZip, null, { sources: [content] });
    } catch (error) {
      if (error instanceof TooCostly) return { kind: 'unsafe_archive' };
      throw error;
    }
  }
}
