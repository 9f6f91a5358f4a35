import { type Document, viewerOf } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { DocumentInLifecycle } from '../lifecycles/found-lifecycle.ts';
import type { LifecyclePorts } from '../ports.ts';
import { renewalInvalidState, renewalNotFound } from './errors.ts';
import type { ListedRenewal } from './ports.ts';

export interface FoundRenewal extends DocumentInLifecycle {
  readonly renewal: ListedRenewal;
  /** The document that is to take the place, locked too; null if none is named, or if there is none any more. */
  readonly replacement: Document | null;
}

type Context = LifecyclePorts & HandlerContext;

/**
 * The renewal of a document that the caller sees, with both documents locked, the one with the lower id first. The
 * replacement is the one that is named, else the one that was submitted.
 */
export async function renewalToChange(
  {
    caseId,
    replacementDocumentId,
  }: { readonly caseId: string; readonly replacementDocumentId?: string | undefined },
  { renewals, lifecycles, documentLibrary, user, now }: Context,
): Promise<FoundRenewal> {
  const seen = await renewals.see(caseId, viewerOf(user));
  const replacementId = replacementDocumentId ?? seen.replacementDocumentId;
  const locked = new Map<string, Document | null>();
  for (const id of [...new Set([seen.documentId, replacementId ?? seen.documentId])].sort())
    locked.set(id, await documentLibrary.get(id, 'for update'));

  // It may have changed before its document was locked.
  const renewal = await renewals.see(caseId, viewerOf(user));
  if (replacementDocumentId === undefined && renewal.replacementDocumentId !== replacementId)
    throw renewalInvalidState();
  const document = locked.get(renewal.documentId) ?? null;
  if (document === null) throw renewalNotFound();
  const lifecycle = await lifecycles.read(document.id, now);
  const replacement = replacementId === null ? null : (locked.get(replacementId) ?? null);
  return { renewal, document, lifecycle, replacement };
}
