import type { Anchor, AnchorFinder, ByteSource, FoundAnchor } from '@chancery/core';
import { z } from 'zod';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';

const findAnchors = engineTask<typeof import('./find-anchors-task.ts')>({
  name: 'find anchors',
  module: moduleBeside(import.meta.url, './find-anchors-task'),
  output: z.array(z.strictObject({ page: z.int().min(1), x: z.number(), y: z.number() }).nullable()),
  limits: { sourceReadings: 1, outputMebibytes: 4 },
});

/** Looks for texts in PDFs in the processes of the pool. */
export class PooledAnchorFinder implements AnchorFinder {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async find(
    content: ByteSource,
    anchors: readonly Anchor[],
    signal?: AbortSignal,
  ): Promise<readonly (FoundAnchor | null)[]> {
    if (anchors.length === 0) return [];
    const nothing = anchors.map(() => null);
    try {
      const given = { sources: [content], ...(signal === undefined ? {} : { signal }) };
      const found = await pooledRun(this.#pool, findAnchors, { anchors }, given);
      return found.length === anchors.length ? found : nothing;
    } catch (error) {
      if (error instanceof TooCostly) return nothing;
      throw error;
    }
  }
}
