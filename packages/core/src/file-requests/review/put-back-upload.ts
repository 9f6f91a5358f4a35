import { type ClientUpload, clientUploadNotReviewable, rejected, reset } from '../client-upload.ts';
import { aboutUpload, fileRequestUploadRejected, fileRequestUploadReset } from '../events.ts';
import { followUp } from '../follow-up.ts';
import { isOpen } from '../request.ts';
import { keptDecision, type ReviewContext, type Reviewing } from './reviewing.ts';

/** The client is asked for another file, unless the reviewer does so in another way (CFR-7). */
export async function rejectUpload(
  { request, upload }: Reviewing,
  { reason, notifyClient }: { readonly reason: string; readonly notifyClient: boolean },
  context: ReviewContext,
): Promise<Reviewing> {
  const { user, now, emit } = context;
  const decided = rejected(upload, user.userId, reason, now);
  await withdrawDocument(upload, context);
  const kept = await keptDecision({ request, upload: decided }, context);
  emit(fileRequestUploadRejected, { ...aboutUpload(kept.request, kept.upload), reason });
  const isTold = notifyClient && isOpen(kept.request);
  return isTold ? { ...kept, request: await followUp(kept.request, upload.id, context) } : kept;
}

/** As if nobody had looked at the file. */
export async function resetUpload(
  { request, upload }: Reviewing,
  context: ReviewContext,
): Promise<Reviewing> {
  const decided = reset(upload);
  if (upload.documentId === null && (upload.blobKey === null || upload.destroyedAt !== null))
    throw clientUploadNotReviewable();
  await withdrawDocument(upload, context);
  const kept = await keptDecision({ request, upload: decided }, context);
  context.emit(fileRequestUploadReset, aboutUpload(kept.request, kept.upload));
  return kept;
}

/** The document that was made of an accepted file goes to the trash, if nobody has touched it since. */
async function withdrawDocument(
  { status, documentId, documentVersion }: ClientUpload,
  context: ReviewContext,
): Promise<void> {
  if (status !== 'accepted' || documentId === null) return;
  const { documentLibrary, user } = context;
  const document = await documentLibrary.get(documentId, 'for update');
  const isUntouched =
    document?.status === 'active' && document.version === documentVersion && document.shareCount === 0;
  if (!isUntouched) throw clientUploadNotReviewable();
  await documentLibrary.trash(context, document, user.userId);
}
