import { type DocumentVersion, servedType } from '../documents/index.ts';
import type { ClientUpload } from './client-upload.ts';
import { clientUploadGone, clientUploadQuarantined, clientUploadScanning } from './errors.ts';
import type { FileRequestsPorts } from './ports.ts';

/** What the endpoints that hand out a file may refuse with. */
export const contentRefusals = [clientUploadScanning, clientUploadQuarantined, clientUploadGone];

type Holding = Pick<FileRequestsPorts, 'documentLibrary' | 'clientUploads'>;
/** Whether whoever asked for the file may still read it. */
type StillOpen = (later: Pick<FileRequestsPorts, 'fileRequestLinks' | 'clock'>) => Promise<boolean>;

/** Where the bytes of a file lie: they are its own, or those of the document that was made of it. */
export async function uploadedContent(
  { status, blobKey, destroyedAt, sizeBytes, documentId }: ClientUpload,
  { documentLibrary }: Pick<Holding, 'documentLibrary'>,
): Promise<Pick<DocumentVersion, 'blobKey' | 'sizeBytes'>> {
  if (status === 'scanning') throw clientUploadScanning({ retryAfterSeconds: 5 });
  if (status === 'quarantined') throw clientUploadQuarantined();
  if (blobKey !== null && destroyedAt === null) return { blobKey, sizeBytes };
  const original = documentId === null ? null : await documentLibrary.content(documentId, 'original');
  if (original === null) throw clientUploadGone();
  const document = documentId === null ? null : await documentLibrary.get(documentId);
  if (document?.status === 'quarantined') throw clientUploadQuarantined();
  return original;
}

/** The answer with the bytes of a file, for as long as nothing is found in it and whoever asked may read it. */
export async function servedUpload(
  upload: ClientUpload,
  disposition: 'inline' | 'attachment',
  context: Holding & {
    readLater<T>(read: (later: Holding & Parameters<StillOpen>[0]) => Promise<T>): Promise<T>;
  },
  isStillOpen: StillOpen = async () => true,
) {
  const { blobKey, sizeBytes } = await uploadedContent(upload, context);
  return {
    mediaType: servedType(upload.mimeType),
    fileName: upload.fileName,
    disposition,
    etag: `sha256-${upload.sha256}`,
    cacheControl: 'private, no-store',
    stored: {
      blobKey,
      sizeBytes,
      isStillServed: () =>
        context.readLater(async (later) => {
          const now = await later.clientUploads.get(upload.id);
          return now !== null && (await isThere(now, later)) && (await isStillOpen(later));
        }),
    },
  } as const;
}

const isThere = (upload: ClientUpload, later: Holding): Promise<boolean> =>
  uploadedContent(upload, later).then(
    () => true,
    () => false,
  );
