import {
  type ByteSource,
  contentFlags,
  dependencyUnavailable,
  type PdfInspection,
  type PdfInspector,
} from '@chancery/core';
import { z } from 'zod';
import { EngineFailure } from '../pool/engine-failure.ts';
import type { EnginePool } from '../pool/engine-pool.ts';
import { engineTask, moduleBeside } from '../pool/engine-task.ts';
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
    const first = await this.#attempt(content, signal);
    // A process may also be ended by somebody else, such as by a system without memory.
    const answer = first === 'crashed' ? await this.#attempt(content, signal) : first;
    return answer === 'crashed' ? damaged : answer;
  }

  async #attempt(content: ByteSource, signal: AbortSignal | undefined): Promise<PdfInspection | 'crashed'> {
    try {
      const { flags, pages } = await this.#pool.run(inspectPdf, null, {
        sources: [content],
        ...(signal === undefined ? {} : { signal }),
      });
      return {
        flags: contentFlags.filter((flag) => flags.includes(flag)),
        pages: pages === null ? null : unpackedPages(pages),
      };
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      if (error.isLimit) return damaged;
      if (error.reason === 'crashed' || error.reason === 'invalid_reply') return 'crashed';
      if (error.isPassing) throw dependencyUnavailable({ cause: error, retryAfterSeconds: 5 });
      throw error;
    }
  }
}
