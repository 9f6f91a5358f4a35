import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, type LinkGoneReason, linkGone, linkNotFound } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Document } from '../document.ts';
import type { DocumentsPorts } from '../ports.ts';
import { type DocumentShare, statusAt } from './document-share.ts';

type Asking = DocumentsPorts & HandlerContext & Pick<WritingContext, 'enterByLink'>;

/**
 * The share that a link leads to, in whatever state, after entering its workspace; locked, so that its deliveries are counted
 * one after the other. One that a delivery may end is locked after its document, as everybody does who ends a share. Throws
 * `link.not_found` if there never was such a link.
 */
export async function lockedShareOfLink(token: string, context: Asking): Promise<DocumentShare> {
  const seen = await shareOfLink(token, context);
  if (seen.maxViews !== null) await context.documents.get(seen.documentId, 'for update');
  const share = await context.documentShares.get(seen.id, 'for update');
  if (share === null) throw linkNotFound();
  return share;
}

/** The same for looking at it only: nothing is locked. */
export async function shareOfLink(token: string, context: Asking): Promise<DocumentShare> {
  const place = await context.documentShares.ofToken(context.linkTokens.hash(token));
  if (place === null) throw linkNotFound();
  await context.enterByLink(place.workspaceId);
  // Asked anew, since a repository is of the workspace that was entered when it was asked for.
  const share = await context.documentShares.get(place.id);
  if (share === null) throw linkNotFound();
  return share;
}

/** Why the share has ended; null while it is active (SHR-2). */
export function endOf(share: DocumentShare, now: Instant): LinkGoneReason | null {
  const status = statusAt(share, now);
  if (status === 'active') return null;
  if (status !== 'revoked') return status;
  const { revokeReason } = share;
  return revokeReason === null || revokeReason === 'user' ? 'revoked' : revokeReason;
}

export function requireOpen(share: DocumentShare, now: Instant): void {
  const end = endOf(share, now);
  if (end !== null) throw goneBecause(end);
}

/** Its document, which is there and active for as long as a share is. */
export async function documentOf(
  { documentId }: DocumentShare,
  { documents }: Pick<DocumentsPorts, 'documents'>,
): Promise<Document> {
  const document = await documents.get(documentId);
  if (document === null || document.status !== 'active') throw linkGone();
  return document;
}
