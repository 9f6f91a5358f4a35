import { createHash } from 'node:crypto';
import {
  mostSignatureImageBytes,
  mostSignatureImagePixels,
  type SignatureImage,
  type SignatureImages,
} from '@chancery/core';
import { z } from 'zod';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';

const checkImage = engineTask<typeof import('./check-signature-image-task.ts')>({
  name: 'check signature image',
  module: moduleBeside(import.meta.url, './check-signature-image-task'),
  output: z
    .strictObject({
      png: z.instanceof(Uint8Array),
      width: z.int().min(1).max(mostSignatureImagePixels.width),
      height: z.int().min(1).max(mostSignatureImagePixels.height),
    })
    .nullable(),
  // Pixels of noise take four bytes each.
  limits: { outputMebibytes: 9, wallSeconds: 20, processorSeconds: 10 },
});

/** Checks images of signatures in the processes of the pool. */
export class PooledSignatureImages implements SignatureImages {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async checked(png: Uint8Array, signal?: AbortSignal): Promise<SignatureImage | null> {
    if (png.byteLength > mostSignatureImageBytes) return null;
    try {
      const image = await pooledRun(this.#pool, checkImage, { png }, signal === undefined ? {} : { signal });
      if (image === null) return null;
      // A copy, because the bytes lie in a larger message that would stay in memory with them.
      const bytes = Uint8Array.from(image.png);
      return { ...image, png: bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
    } catch (error) {
      if (error instanceof TooCostly) return null;
      throw error;
    }
  }
}
