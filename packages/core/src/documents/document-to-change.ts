import type { HandlerContext, WritingContext } from '../kernel/handler-context.ts';
import type { Document } from './document.ts';
import { shortLifecycle } from './document-lifecycles.ts';
import type { DocumentsPorts } from './ports.ts';
import { viewerOf } from './viewer.ts';
import { documentView } from './views.ts';

/** Locks the document, so that nobody else changes, holds or destroys it meanwhile, and returns it. */
export const documentToChange = (
  { documentId }: { readonly documentId: string },
  { documents, user }: DocumentsPorts & HandlerContext,
): Promise<Document> => documents.see(documentId, viewerOf(user), 'for update');

/** The answer of an endpoint that changed a document. */
export const changedDocument = async (document: Document, context: DocumentsPorts & WritingContext) => ({
  document: documentView(document, context, await shortLifecycle(document.id, context, context.now)),
});
