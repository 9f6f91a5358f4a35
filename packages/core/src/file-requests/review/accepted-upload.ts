import type { Document } from '../../documents/index.ts';
import { accepted, type ClientUpload, clientUploadNotReviewable } from '../client-upload.ts';
import { clientUploadGone, clientUploadQuarantined } from '../errors.ts';
import { aboutUpload, fileRequestUploadAccepted } from '../events.ts';
import { type FileRequest, isOpen, progressOf } from '../request.ts';
import { completeRequest } from '../request-ends.ts';
import { keptDecision, type ReviewContext, type Reviewing } from './reviewing.ts';

/** How the document is to be filed; what is left out follows from the request and its item. */
interface Filing {
  readonly documentName?: string | undefined;
  readonly folderId?: string | null | undefined;
  readonly documentTypeId?: string | null | undefined;
}

/**
 * The file becomes a document, in the same transaction (CFR-6); or, where one was made of it before and put into the trash,
 * that one comes back. When everything that is required is accepted the request is complete.
 */
export async function acceptUpload(
  { request, upload }: Reviewing,
  filing: Filing,
  context: ReviewContext,
): Promise<Reviewing & { readonly document: Document }> {
  const { user, now, emit } = context;
  const decided = accepted(upload, user.userId, now);
  const document =
    upload.documentId === null
      ? await madeDocument(request, upload, filing, context)
      : await documentAgain(upload.documentId, context);
  const { id: documentId, version: documentVersion } = document;
  const kept = await keptDecision({ request, upload: { ...decided, documentId, documentVersion } }, context);
  emit(fileRequestUploadAccepted, { ...aboutUpload(kept.request, kept.upload), documentId });
  const { required, accepted: done } = progressOf(kept.request);
  const isComplete = isOpen(kept.request) && done === required;
  return {
    ...kept,
    document,
    request: isComplete ? await completeRequest(kept.request, null, context) : kept.request,
  };
}

async function madeDocument(
  request: FileRequest,
  upload: ClientUpload,
  { documentName, folderId = request.folderId, documentTypeId }: Filing,
  context: ReviewContext,
): Promise<Document> {
  const { documentLibrary, entitlements, user } = context;
  const { blobKey, fileName, mimeType, sizeBytes, sha256, scan, contentFlags, pages } = upload;
  if (blobKey === null || upload.destroyedAt !== null) throw clientUploadNotReviewable();
  const item = request.items.find(({ id }) => id === upload.itemId);
  const place = {
    folderId,
    documentTypeId: documentTypeId === undefined ? (item?.documentTypeId ?? null) : documentTypeId,
  };
  await documentLibrary.requirePlace(place);
  const document = await documentLibrary.create(context, {
    ...place,
    name: documentName ?? fileName,
    // Who works on a case is not everybody in the workspace.
    visibility: request.caseId === null ? 'workspace' : 'restricted',
    ownerUserId: request.ownerUserId,
    createdByUserId: user.userId,
    fileName,
    mimeType,
    sizeBytes,
    sha256,
    blobKey,
    scan,
    inspection: { flags: contentFlags, pages },
  });
  // It was held for the document since it came (CFR-15).
  await entitlements.settle('storage_bytes', sizeBytes);
  return document;
}

/** The document that was made of the file before. */
async function documentAgain(documentId: string, context: ReviewContext): Promise<Document> {
  const { documentLibrary } = context;
  const document = await documentLibrary.get(documentId, 'for update');
  if (document === null || document.status === 'disposed') throw clientUploadGone();
  if (document.status === 'quarantined') throw clientUploadQuarantined();
  return document.status === 'trashed' ? documentLibrary.restore(context, document) : document;
}
