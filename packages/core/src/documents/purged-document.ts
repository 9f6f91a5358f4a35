import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { type Document, disposed } from './document.ts';
import { tellOf } from './document-participants.ts';
import { documentBytesReleased, documentPurged, documentWasDisposed, factsOf } from './events.ts';
import type { DocumentsPorts } from './ports.ts';
import { endDocumentShares } from './shares/end-document-shares.ts';

/**
 * Makes a tombstone of the document: its bytes are no longer its own, and are deleted after the commit (LIB-9). Whoever
 * calls has locked it and found no hold; `byUserId` is null for a job.
 */
export const purgedDocument = (
  document: Document,
  context: Destroying,
  byUserId: string | null = null,
): Promise<Document> => destroyed(document, 'purge', byUserId, context);

/** The same at the end of a retention period, which people have approved. */
export const disposedDocument = (document: Document, context: Destroying): Promise<Document> =>
  destroyed(document, 'dispose', null, context);

type Destroying = Pick<
  DocumentsPorts,
  'documents' | 'documentVersions' | 'documentShares' | 'documentParticipants'
> &
  Pick<FollowUpContext, 'entitlements' | 'now' | 'emit'>;

async function destroyed(
  document: Document,
  by: 'purge' | 'dispose',
  byUserId: string | null,
  context: Destroying,
): Promise<Document> {
  const { documents, documentVersions, entitlements, now, emit } = context;
  const after = await documents.save(disposed(document, by, now));
  await entitlements.release('storage_bytes', await documentVersions.release(document.id, now));
  await endDocumentShares(document.id, 'document_disposed', byUserId, context);
  await tellOf(document.id, 'disposed', context);
  const { sizeBytes, sha256 } = document;
  emit(by === 'purge' ? documentPurged : documentWasDisposed, { ...factsOf(after), sizeBytes, sha256 });
  emit(documentBytesReleased, { documentId: document.id });
  return { ...after, shareCount: 0 };
}
