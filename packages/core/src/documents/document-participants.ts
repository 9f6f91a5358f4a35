import type { Part } from '../kernel/context-ports.ts';

/** What happened to a document that may change what other contexts know of it. */
export type DocumentChange = 'created' | 'typed' | 'moved' | 'sealed' | 'trashed' | 'restored' | 'disposed';

/** What one context does when a document changes. */
export interface DocumentParticipant {
  readonly context: string;
  /** Runs in the transaction of the change, which has written it and holds the lock on the document. */
  changed(documentId: string, change: DocumentChange): Promise<void>;
}

/** A context's part in such changes; it is found because the context's index exports it. */
export interface DocumentParticipantPart extends Part {
  readonly kind: 'document_participant';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentParticipant;
}

export async function tellOf(
  documentId: string,
  change: DocumentChange,
  { documentParticipants }: { readonly documentParticipants: readonly DocumentParticipant[] },
): Promise<void> {
  for (const participant of documentParticipants) await participant.changed(documentId, change);
}
