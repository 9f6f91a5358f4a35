import type { Part } from '../kernel/context-ports.ts';

/** What one context says about holds: whoever is under one is neither trashed nor destroyed (LIB-7, LIB-9). */
export interface DocumentHolds {
  readonly context: string;
  /** The active holds on these documents. It is asked under the lock on the document that placing a hold takes too. */
  on(documentIds: readonly string[]): Promise<readonly DocumentHold[]>;
  /** Every active hold on a document of the workspace. */
  all(): Promise<readonly DocumentHold[]>;
}

export interface DocumentHold {
  readonly documentId: string;
  readonly holdId: string;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface DocumentHoldsPart extends Part {
  readonly kind: 'document_holds';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentHolds;
}

/** Of these documents, those that any context holds. */
export async function heldAmong(
  documentHolds: readonly DocumentHolds[],
  documentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  if (documentIds.length === 0) return held;
  for (const { on } of documentHolds)
    for (const { documentId } of await on(documentIds)) held.add(documentId);
  return held;
}

export const isHeld = async (documentHolds: readonly DocumentHolds[], documentId: string): Promise<boolean> =>
  (await heldAmong(documentHolds, [documentId])).size > 0;
