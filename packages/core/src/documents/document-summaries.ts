import type { z } from 'zod';
import type { Part } from '../kernel/context-ports.ts';
import type { Document } from './document.ts';
import type { SignatureView, SignerView, SigningFieldView, SigningRoundView } from './signature-views.ts';

/** What the detail of a document says about its signing. */
export interface SigningSummary {
  readonly signature: z.input<typeof SignatureView> | null;
  readonly signers: z.input<typeof SignerView>[];
  readonly fields: z.input<typeof SigningFieldView>[];
  readonly rounds: z.input<typeof SigningRoundView>[];
}

/** What one context adds to what is said about a document. */
export interface DocumentSummaries {
  readonly context: string;
  /** Its signing; null if this context has nothing to say about it. */
  signingOf(document: Document): Promise<SigningSummary | null>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface DocumentSummariesPart extends Part {
  readonly kind: 'document_summaries';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentSummaries;
}

/** The signing of a document, as the context says that knows it; nothing was ever signed where none does. */
export async function signingOf(
  documentSummaries: readonly DocumentSummaries[],
  document: Document,
): Promise<SigningSummary> {
  for (const part of documentSummaries) {
    const summary = await part.signingOf(document);
    if (summary !== null) return summary;
  }
  return { signature: null, signers: [], fields: [], rounds: [] };
}
