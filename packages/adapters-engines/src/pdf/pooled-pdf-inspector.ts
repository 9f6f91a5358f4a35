import { type ByteSource, contentFlags, type PdfInspection, type PdfInspector } from '@chancery/core';
import { z } from 'zod';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';
import { unpackedPages } from './packed-pages.ts';

const inspectPdf = engineTask<typeof import('./inspect-pdf-task.ts')>({
  name: 'inspect PDF',
  module: moduleBeside(import.meta.url, './inspect-pdf-task'),
  output: z.strictObject({
    flags: z.array(z.enum(contentFlags)).max(contentFlags.length),
    pages: z
      .instanceof(Uint8Array)
      .refine((bytes) => unpackedPages(bytes) !== null)
      .nullable(),
  }),
  // A hundred thousand pages, and the file is read once.
  limits: { outputMebibytes: 8, sourceReadings: 1 },
});

const damaged: PdfInspection = { pages: null, flags: ['damaged'] };

/**
 * Inspects PDFs in the processes of the pool. A file that exceeds what a task may use is damaged, and so is one that ends
 * two processes. While no process is free, inspecting fails with `dependency.unavailable`.
 */
export class PooledPdfInspector implements PdfInspector {
  readonly #pool: EnginePool;

  constructor(pool: EnginePool) {
    this.#pool = pool;
  }

  async inspect(content: ByteSource, signal?: AbortSignal): Promise<PdfInspection> {
    try {
      const { flags, pages } = await pooledRun(this.#pool, inspectPdf, null, {
        sources: [content],
        ...(signal === undefined ? {} : { signal }),
      });
      return {
        flags: contentFlags.filter((flag) => flags.includes(flag)),
        pages: pages === null ? null : unpackedPages(pages),
      };
    } catch (error) {
      if (error instanceof TooCostly) return damaged;
      throw error;
    }
  }
}
