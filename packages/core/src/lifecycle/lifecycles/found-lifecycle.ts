import { type Document, viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import type { ReadLifecycle } from './lifecycle.ts';

export interface DocumentInLifecycle {
  readonly document: Document;
  readonly lifecycle: ReadLifecycle;
}

type Context = LifecyclePorts & HandlerContext;

/** The document as the caller sees it, with its lifecycle. */
export async function seenLifecycle(
  { documentId }: { readonly documentId: string },
  { documentLibrary, lifecycles, user, now }: Context,
): Promise<DocumentInLifecycle> {
  const document = await documentLibrary.find(documentId, viewerOf(user));
  return { document, lifecycle: await lifecycles.read(documentId, now) };
}

/** The same, locked: nobody else changes the document or what is said about it until the transaction ends. */
export async function lifecycleToChange(
  { documentId }: { readonly documentId: string },
  { documentLibrary, lifecycles, user, now }: Context,
): Promise<DocumentInLifecycle> {
  const document = await documentLibrary.find(documentId, viewerOf(user), 'for update');
  return { document, lifecycle: await lifecycles.read(documentId, now) };
}
