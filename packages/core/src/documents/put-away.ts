import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { plusDays } from '../kernel/time.ts';
import { type Document, restored, trashed } from './document.ts';
import { isHeld } from './document-holds.ts';
import { tellOf } from './document-participants.ts';
import { trashDaysOf } from './document-retention.ts';
import { documentLegalHold, documentSigningInProgress } from './errors.ts';
import { documentRestored, documentTrashed, factsOf } from './events.ts';
import type { DocumentsPorts } from './ports.ts';
import { endDocumentShares } from './shares/end-document-shares.ts';

type PuttingAway = Pick<
  DocumentsPorts,
  'documents' | 'documentHolds' | 'documentRetention' | 'documentShares' | 'documentParticipants'
> &
  Pick<FollowUpContext, 'now' | 'emit'>;

/** What `putInTrash` refuses with, beside the table of states. */
export const trashRefusals = [documentLegalHold, documentSigningInProgress];

/** Into the trash; whoever calls has locked the document. */
export async function putInTrash(
  document: Document,
  byUserId: string,
  context: PuttingAway,
): Promise<Document> {
  const { documents, documentHolds, documentRetention, now, emit } = context;
  if (await isHeld(documentHolds, document.id)) throw documentLegalHold();
  if (['sent', 'completed'].includes(document.signatureStatus)) throw documentSigningInProgress();
  const purgeAfter = plusDays(now, await trashDaysOf(documentRetention));
  const after = await documents.save(trashed(document, byUserId, purgeAfter, now));
  await endDocumentShares(document.id, 'document_trashed', byUserId, context);
  await tellOf(after.id, 'trashed', context);
  emit(documentTrashed, factsOf(after));
  return { ...after, shareCount: 0 };
}

/** Out of the trash; whoever calls has locked the document. */
export async function takeFromTrash(document: Document, context: PuttingAway): Promise<Document> {
  const { documents, now, emit } = context;
  const after = await documents.save(restored(document, now));
  if (after.folderId !== document.folderId) await tellOf(after.id, 'moved', context);
  await tellOf(after.id, 'restored', context);
  emit(documentRestored, factsOf(after));
  return after;
}
