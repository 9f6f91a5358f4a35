import type { Part } from '../kernel/context-ports.ts';
import { documentTypeArchived, documentTypeNotFound } from './errors.ts';

/** What one context says about the types that documents of a workspace may have. */
export interface DocumentTypes {
  readonly context: string;
  statusOf(documentTypeId: string): Promise<'active' | 'archived' | null>;
}

/** A context's part in the answer; it is found because the context's index exports it. */
export interface DocumentTypesPart extends Part {
  readonly kind: 'document_types';
  // biome-ignore lint/suspicious/noExplicitAny: the pipeline hands each part the ports that its own declaration was typed with
  bind(context: string, own: () => any): DocumentTypes;
}

/** Passes if documents may be given this type, or none. */
export async function requireType(
  documentTypes: readonly DocumentTypes[],
  documentTypeId: string | null | undefined,
): Promise<void> {
  if (documentTypeId === null || documentTypeId === undefined) return;
  for (const { statusOf } of documentTypes) {
    const status = await statusOf(documentTypeId);
    if (status === 'archived') throw documentTypeArchived();
    if (status === 'active') return;
  }
  throw documentTypeNotFound();
}
