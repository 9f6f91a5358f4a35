import type { Part } from '../kernel/context-ports.ts';
import { usualTrashDays } from './document.ts';

/** What one context says about how long documents are kept. */
export interface DocumentRetention {
  readonly context: string;
  /** Whether the document has to be kept at this time (LIB-9). */
  isRunning(documentId: string): Promise<boolean>;
  /** How many days a document of this workspace stays in the trash, 1 to 365; null if this context does not say. */
  trashDays(): Promise<number | null>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface DocumentRetentionPart extends Part {
  readonly kind: 'document_retention';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentRetention;
}

export async function isRetained(
  documentRetention: readonly DocumentRetention[],
  documentId: string,
): Promise<boolean> {
  for (const part of documentRetention) if (await part.isRunning(documentId)) return true;
  return false;
}

export async function trashDaysOf(documentRetention: readonly DocumentRetention[]): Promise<number> {
  for (const part of documentRetention) {
    const days = await part.trashDays();
    if (days !== null) return days;
  }
  return usualTrashDays;
}
