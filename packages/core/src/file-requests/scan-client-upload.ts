import { takenContent, typedFileName } from '../documents/index.ts';
import { isFailure } from '../kernel/errors.ts';
import { uploadArchiveUnsafe, uploadRejected, uploadTypeNotAllowed } from '../uploads/index.ts';
import { type ClientUpload, cleared } from './client-upload.ts';
import { clientUploadLeftUnscanned } from './events.ts';
import { fileRequestScanJobs } from './jobs.ts';
import { type FileRequestsReacting, reaction } from './ports.ts';
import { quarantineUpload } from './quarantined-upload.ts';
import { takesType } from './request-item.ts';

/** What a file is refused for, however long it takes to find out (CFR-13). */
const verdicts: ReadonlySet<string> = new Set(
  [uploadRejected, uploadTypeNotAllowed, uploadArchiveUnsafe].map(({ code }) => code),
);

/** Looks at a file for which its request had no time. What cannot be asked now is asked again later. */
export const scanClientUpload = reaction(
  clientUploadLeftUnscanned,
  { topic: 'file_requests.scan', policy: fileRequestScanJobs },
  async ({ requestId, uploadId }, context) => {
    const { read, transact } = context;
    const upload = await read(({ clientUploads }) => clientUploads.get(uploadId));
    if (upload === null || upload.blobKey === null || upload.status !== 'scanning') return;
    const found = await contentOrVerdict({ ...upload, blobKey: upload.blobKey }, context);
    await transact(async (work) => {
      const request = await work.fileRequests.get(requestId, 'for update');
      const current = await work.clientUploads.get(uploadId);
      if (request === null || current === null || current.status !== 'scanning') return;
      const item = request.items.find(({ id }) => id === current.itemId);
      if (typeof found === 'string') await quarantineUpload(request, current, found, work);
      else if (item !== undefined && !takesType(item, found.mimeType))
        await quarantineUpload(request, current, uploadTypeNotAllowed.code, work);
      else
        await work.clientUploads.save(
          cleared(current, found, typedFileName(current.fileName, found.mimeType)),
        );
    });
  },
);

/** What the file is, or the code of why it is not taken. */
async function contentOrVerdict(
  upload: ClientUpload & { readonly blobKey: string },
  context: FileRequestsReacting,
) {
  try {
    return await takenContent(upload, upload.fileName, context);
  } catch (error) {
    if (isFailure(error) && verdicts.has(error.code)) return error.code;
    throw error;
  }
}
