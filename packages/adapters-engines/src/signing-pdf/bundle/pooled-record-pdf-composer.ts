import {
  type BundleModel,
  BundleTooLarge,
  type ByteSource,
  type ComposedPdf,
  type RecordPdfComposer,
} from '@chancery/core';
import { z } from 'zod';
import type { EnginePool } from '../../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../../pool/pooled-run.ts';
import type { FontSource } from '../font-source.ts';

const composeBundle = engineTask<typeof import('./compose-bundle-task.ts')>({
  name: 'compose bundle',
  module: moduleBeside(import.meta.url, './compose-bundle-task'),
  output: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('made'), bytes: z.instanceof(Uint8Array), pages: z.int().min(1) }),
    z.strictObject({ kind: z.literal('too_large') }),
  ]),
  limits: { sourceReadings: 1, outputMebibytes: 200, wallSeconds: 60 },
});

/** Composes PDFs about records in the processes of the pool. */
export class PooledRecordPdfComposer implements RecordPdfComposer {
  readonly #pool: EnginePool;
  readonly #furtherFaces: readonly string[];

  constructor(pool: EnginePool, fonts: FontSource) {
    [this.#pool, this.#furtherFaces] = [pool, fonts.files];
  }

  async bundle(model: BundleModel, files: readonly ByteSource[], mostPages: number): Promise<ComposedPdf> {
    const input = { model, mostPages, furtherFaces: this.#furtherFaces };
    try {
      const made = await pooledRun(this.#pool, composeBundle, input, { sources: files });
      if (made.kind === 'too_large') throw new BundleTooLarge('It has too many pages');
      return { bytes: made.bytes, pages: made.pages };
    } catch (error) {
      if (error instanceof TooCostly) throw new BundleTooLarge('It takes too much', { cause: error });
      throw error;
    }
  }
}
