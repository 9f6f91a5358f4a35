import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { DocumentsPorts } from '../ports.ts';
import { expired, revoked, type ShareRevokeReason, statusAt } from './document-share.ts';
import { shareExpired, shareFactsOf, shareRevoked } from './events.ts';

/** What a document's shares end with: the transaction of what ends them. */
export type EndingShares = Pick<DocumentsPorts, 'documentShares'> & Pick<FollowUpContext, 'now' | 'emit'>;

/**
 * Ends all active shares of a document for good, in the transaction of what happens to it (LIB-8, SHR-8). Whoever calls has
 * locked the document. `byUserId` is null for a job. Those whose time is over already have expired, and are noted as that.
 */
export async function endDocumentShares(
  documentId: string,
  reason: Exclude<ShareRevokeReason, 'user'>,
  byUserId: string | null,
  { documentShares, now, emit }: EndingShares,
): Promise<void> {
  const active = await documentShares.activeOf(documentId);
  if (active.length === 0) return;
  const ended = active.map((share) =>
    statusAt(share, now) === 'expired' ? expired(share, now) : revoked(share, reason, byUserId, now),
  );
  for (const share of await documentShares.save(documentId, ended))
    if (share.status === 'expired') emit(shareExpired, shareFactsOf(share));
    else emit(shareRevoked, { ...shareFactsOf(share), reason });
}
