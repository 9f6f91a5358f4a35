import {
  type ByteSource,
  type CertificateModel,
  type ComposedCopy,
  type DrawnPdf,
  type MadeSigningCopy,
  type Mark,
  type OpenCertificate,
  PdfNotDrawable,
  type SealPlace,
  type SignaturePage,
  type SigningPdfComposer,
} from '@chancery/core';
import { z } from 'zod';
import { unpackedPages } from '../pdf/packed-pages.ts';
import type { EnginePool } from '../pool/engine-pool.ts';
import { type EngineTask, engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';
import { glyphsLength, withDigests } from './certificate/open-digest.ts';
import type { FontSource } from './font-source.ts';
import { placedMarks } from './marks/placed-mark.ts';

const fraction = z
  .number()
  .min(-1e-6)
  .max(1 + 1e-6);
const fieldOfPage = z.strictObject({
  signerId: z.string(),
  kind: z.enum(['signature', 'date']),
  page: z.int().min(1),
  x: fraction,
  y: fraction,
  width: fraction,
  height: fraction,
});
const bytes = z.instanceof(Uint8Array);
const pages = bytes.refine((packed) => unpackedPages(packed) !== null);
const drawn = z.strictObject({ bytes, pages });

/** A file of 100 MiB may be signed, and what is drawn and attached comes to it (SIG-4). */
const wholeFile = { sourceReadings: 1, outputMebibytes: 160 };

const composeCopy = engineTask<typeof import('./compose-signing-copy-task.ts')>({
  name: 'compose signing copy',
  module: moduleBeside(import.meta.url, './compose-signing-copy-task'),
  output: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('made'),
      bytes,
      pages,
      fields: z.array(fieldOfPage),
    }),
    z.strictObject({ kind: z.enum(['damaged', 'form']) }),
  ]),
  limits: wholeFile,
});
const stampPdf = engineTask<typeof import('./stamp-pdf-task.ts')>({
  name: 'stamp PDF',
  module: moduleBeside(import.meta.url, './stamp-pdf-task'),
  output: z.strictObject({ bytes }),
  limits: wholeFile,
});
const prepareSealing = engineTask<typeof import('./prepare-sealing-task.ts')>({
  name: 'prepare sealing',
  module: moduleBeside(import.meta.url, './prepare-sealing-task'),
  output: drawn,
  limits: wholeFile,
});
const writeCertificate = engineTask<typeof import('./write-certificate-task.ts')>({
  name: 'write certificate',
  module: moduleBeside(import.meta.url, './write-certificate-task'),
  output: drawn.extend({
    open: z.strictObject({
      places: z.array(z.int().min(0)).length(2),
      glyphs: z.string().length(glyphsLength),
    }),
  }),
});

const drawnPdf = (made: { readonly bytes: Uint8Array; readonly pages: Uint8Array }): DrawnPdf => ({
  bytes: made.bytes,
  pages: unpackedPages(made.pages) ?? [],
});

/** Draws in PDFs in the processes of the pool. */
export class PooledSigningPdfComposer implements SigningPdfComposer {
  readonly #pool: EnginePool;
  readonly #furtherFaces: readonly string[];

  constructor(pool: EnginePool, fonts: FontSource) {
    [this.#pool, this.#furtherFaces] = [pool, fonts.files];
  }

  async signingCopy(
    original: ByteSource,
    page: SignaturePage | null,
    signal?: AbortSignal,
  ): Promise<MadeSigningCopy> {
    const input = { page, furtherFaces: this.#furtherFaces };
    const answer = await this.#run(composeCopy, input, [original], signal);
    if (answer.kind !== 'made') throw new PdfNotDrawable(answer.kind);
    return { ...drawnPdf(answer), signaturePageFields: answer.fields };
  }

  async stamped(copy: ComposedCopy, marks: readonly Mark[], signal?: AbortSignal): Promise<Uint8Array> {
    const input = { marks: placedMarks(copy, marks), furtherFaces: this.#furtherFaces };
    return (await this.#run(stampPdf, input, [copy.content], signal)).bytes;
  }

  async prepared(
    copy: ComposedCopy,
    marks: readonly Mark[],
    certificate: CertificateModel,
    evidence: Uint8Array,
    seal: SealPlace,
    signal?: AbortSignal,
  ): Promise<DrawnPdf> {
    const placed = placedMarks(copy, marks);
    const input = { marks: placed, certificate, evidence, seal, furtherFaces: this.#furtherFaces };
    return drawnPdf(await this.#run(prepareSealing, input, [copy.content], signal));
  }

  async certificate(
    certificate: CertificateModel,
    seal: SealPlace,
    signal?: AbortSignal,
  ): Promise<OpenCertificate> {
    const input = { certificate, seal, furtherFaces: this.#furtherFaces };
    const { open, ...written } = await this.#run(writeCertificate, input, [], signal);
    const { bytes: unfinished, pages } = drawnPdf(written);
    return ({ sealedSha256, sealCertificateFingerprint }) => ({
      bytes: withDigests(unfinished, open, [sealedSha256, sealCertificateFingerprint]),
      pages,
    });
  }

  async #run<Input, Output>(
    task: EngineTask<Input, Output>,
    input: Input,
    sources: readonly ByteSource[],
    signal: AbortSignal | undefined,
  ): Promise<Output> {
    try {
      return await pooledRun(this.#pool, task, input, {
        sources,
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (error instanceof TooCostly) throw new PdfNotDrawable('resource_limit', { cause: error });
      throw error;
    }
  }
}
