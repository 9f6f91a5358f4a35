import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { type Document, disposed } from './document.ts';
import { documentBytesReleased, documentPurged, factsOf } from './events.ts';
import type { DocumentsPorts } from './ports.ts';
import { endDocumentShares } from './shares/end-document-shares.ts';

/**
 * Makes a tombstone of the document: its bytes are no longer its own, and are deleted after the commit (LIB-9). Whoever
 * calls has locked it and found no hold; `byUserId` is null for a job.
 */
export async function purgedDocument(
  document: Document,
  context: DocumentsPorts & Pick<FollowUpContext, 'entitlements' | 'now' | 'emit'>,
  byUserId: string | null = null,
): Promise<Document> {
  const { documents, documentVersions, entitlements, now, emit } = context;
  const after = await documents.save(disposed(document, now));
  await entitlements.release('storage_bytes', await documentVersions.release(document.id, now));
  await endDocumentShares(document.id, 'document_disposed', byUserId, context);
  const { sizeBytes, sha256 } = document;
  emit(documentPurged, { ...factsOf(after), sizeBytes, sha256 });
  emit(documentBytesReleased, { documentId: document.id });
  return { ...after, shareCount: 0 };
}
