import type { Client } from './client.ts';
import { ChanceryError } from './errors.ts';
import type {
  CreateDocumentFromUploadInput,
  GetDocumentResult,
  UploadDocumentResult,
} from './generated/documents.ts';
import type { UploadSession } from './generated/schemas.ts';
import { sourceOf } from './upload-source.ts';
import { type UploadContent, type UploadOptions, upload } from './uploads.ts';

/** What the document is to be, and how it is sent. */
export interface UploadDocumentOptions
  extends Omit<CreateDocumentFromUploadInput, 'uploadSessionId'>,
    Omit<UploadOptions, 'purpose' | 'completedToo'> {}

/** Smaller files are sent whole, in one request. */
const directBytes = 8 * 1024 * 1024;
const documents = '/api/v1/documents';

/**
 * Makes a document of a file of any size. One of more than 8 MiB is sent as by `upload`; a run that ended before the document
 * was made is continued by the next one for the same file. With the same `idempotencyKey` or `uploadSessionId`, a later run
 * gives the document that an earlier one has made.
 */
export async function uploadDocument(
  client: Client,
  content: UploadContent,
  options: UploadDocumentOptions = {},
): Promise<UploadDocumentResult> {
  const { name, description, folderId, documentTypeId, tags, visibility, ...sending } = options;
  const fields = { name, description, folderId, documentTypeId, tags, visibility };
  const { signal, idempotencyKey, maxRetries = 8, timeoutMs = 600_000 } = sending;
  const request = { signal, maxRetries, timeoutMs };
  const source = await sourceOf(content);
  const totalBytes = source.sizeBytes;
  if (totalBytes > directBytes || sending.uploadSessionId !== undefined) {
    const session = await upload(client, source, { ...sending, purpose: 'document', completedToo: true });
    return madeOf(session);
  }

  const { fileName = source.name ?? 'file', mimeType, onProgress } = sending;
  const tell = (phase: 'sending' | 'completing', doneBytes: number) =>
    onProgress?.({ phase, doneBytes, totalBytes, uploadSessionId: null });
  const bytes = await source.read(0, totalBytes).finally(() => source.close());
  tell('sending', 0);
  const file = { name: fileName, type: mimeType, content: bytes };
  const made = await client.sendFile<UploadDocumentResult>(
    `POST ${documents}/upload`,
    { ...fields, file },
    { ...request, idempotencyKey },
  );
  tell('completing', totalBytes);
  return made;

  async function madeOf({ id: uploadSessionId, consumedBy }: UploadSession): Promise<UploadDocumentResult> {
    if (consumedBy !== null) {
      // Made by an earlier run, or by another one at the same time.
      const input = { documentId: consumedBy.id };
      const found = await client.call<GetDocumentResult>(`GET ${documents}/{documentId}`, input, request);
      return { document: found.document, duplicates: [] };
    }
    try {
      return await client.call(`POST ${documents}/upload/resumable`, { uploadSessionId, ...fields }, request);
    } catch (error) {
      if (!(error instanceof ChanceryError && error.code === 'upload.already_consumed')) throw error;
      const route = 'GET /api/v1/uploads/resumable/{uploadSessionId}';
      const { uploadSession } = await client.call<{ uploadSession: UploadSession }>(
        route,
        { uploadSessionId },
        request,
      );
      return madeOf(uploadSession);
    }
  }
}
