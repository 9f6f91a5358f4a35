import { type TakenContent, typedFileName } from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { ReceivedFile } from '../../kernel/incoming-file.ts';
import { uploadTypeNotAllowed } from '../../uploads/index.ts';
import { type ClientUpload, clientUploadStates, isCounted } from '../client-upload.ts';
import { aboutUpload, clientUploadLeftUnscanned, fileRequestUploadReceived } from '../events.ts';
import type { FileRequestsPorts } from '../ports.ts';
import type { FileRequest } from '../request.ts';
import { takesType } from '../request-item.ts';
import { settledRequest, tellOfSubmission } from '../settled-request.ts';
import { type Room, reserveStorage } from './room-for-upload.ts';

interface NewUpload {
  readonly fileName: string;
  readonly uploaderName: string | null;
  readonly note: string | null;
  readonly file: ReceivedFile;
  /** Null if a job is to find out. */
  readonly content: TakenContent | null;
}

/** What a file is said to be until its bytes were looked at. */
export const unknownType = 'application/octet-stream';

/** Adds the file to its request, which may be what the request waited for. */
export async function keptUpload(
  { request, item, uploads }: Room,
  given: NewUpload,
  context: FileRequestsPorts & WritingContext,
): Promise<{
  readonly upload: ClientUpload;
  readonly uploads: readonly ClientUpload[];
  readonly request: FileRequest;
}> {
  const { clientUploads, emit } = context;
  if (given.content !== null && !takesType(item, given.content.mimeType))
    throw uploadTypeNotAllowed({ message: 'Files of this kind are not what is asked for here.' });
  await reserveStorage(given.file.sizeBytes, context);

  const upload = newUpload(request.id, item.id, uploads, given, context);
  await clientUploads.add(upload);
  const all = [...uploads, upload];
  const after = await settledRequest(request, all, context);
  emit(fileRequestUploadReceived, { ...aboutUpload(after, upload), fileName: upload.fileName });
  tellOfSubmission(request, after, context);
  if (upload.status === 'scanning')
    emit(clientUploadLeftUnscanned, { requestId: request.id, uploadId: upload.id });
  return { upload, uploads: all, request: after };
}

function newUpload(
  requestId: string,
  itemId: string,
  uploads: readonly ClientUpload[],
  { fileName, uploaderName, note, file, content }: NewUpload,
  { newId, now }: Pick<WritingContext, 'newId' | 'now'>,
): ClientUpload {
  const { blobKey, sizeBytes, sha256 } = file;
  const mimeType = content?.mimeType ?? unknownType;
  return {
    id: newId(),
    requestId,
    itemId,
    fileName: typedFileName(fileName, mimeType),
    mimeType,
    sizeBytes,
    sha256,
    status: clientUploadStates.begin(content === null ? 'scanning' : 'pending_review'),
    uploaderName,
    note,
    uploadedAt: now,
    reviewedByUserId: null,
    reviewedAt: null,
    reviewReason: null,
    documentId: null,
    documentVersion: null,
    duplicateOf: uploads.find((other) => isCounted(other) && other.sha256 === sha256)?.id ?? null,
    blobKey,
    scan: content?.scan ?? 'skipped',
    contentFlags: content?.inspection.flags ?? [],
    pages: content?.inspection.pages ?? null,
    destroyAfter: null,
    destroyedAt: null,
  };
}
