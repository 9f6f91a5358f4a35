import type { SignaturePage, SignaturePageField } from '@chancery/core';
import { packedPages } from '../pdf/packed-pages.ts';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { madeSigningCopy } from './copy/made-signing-copy.ts';
import { wholeOf } from './documents.ts';

export interface SigningCopyInput {
  readonly page: SignaturePage | null;
  /** Files of fonts. */
  readonly furtherFaces: readonly string[];
}

/** The task of the pool that makes the copy that people sign; its source is the original. */
export async function run(
  { page, furtherFaces }: SigningCopyInput,
  { sources: [original] }: TaskSurroundings,
): Promise<
  | {
      readonly kind: 'made';
      readonly bytes: Uint8Array;
      readonly pages: Uint8Array;
      readonly fields: SignaturePageField[];
    }
  | { readonly kind: 'damaged' | 'form' }
> {
  const made = await madeSigningCopy(await wholeOf(original), page, furtherFaces);
  if (typeof made === 'string') return { kind: made };
  return { kind: 'made', bytes: made.bytes, pages: packedPages(made.pages), fields: [...made.fields] };
}
