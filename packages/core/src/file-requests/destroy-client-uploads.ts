import { type ClientUpload, destroyed } from './client-upload.ts';
import { clientUploadBytesReleased, clientUploadDestroyed } from './events.ts';
import { fileRequestSweepJobs } from './jobs.ts';
import { type DueFileRequest, type FileRequestsReacting, reaction, scheduled } from './ports.ts';

const batchSize = 200;

/** Destroys what was rejected a month ago and quarantined a week ago, unless it is held (CFR-7, CFR-13). */
export const destroyClientUploads = scheduled(
  {
    topic: 'file_requests.destroy_rejected',
    cron: '35 3 * * *',
    policy: fileRequestSweepJobs,
    databaseRole: 'identity',
  },
  async (context) => {
    let after: string | null = null;
    for (;;) {
      const due: readonly DueFileRequest[] = await dueAfter(after, context);
      for (const upload of due) await destroy(upload, context);
      after = due.at(-1)?.id ?? null;
      if (due.length < batchSize) return;
    }
  },
);

const dueAfter = (after: string | null, { now, read }: FileRequestsReacting) =>
  read(({ fileRequestSweep }) => fileRequestSweep.toDestroy(now, after, batchSize));

const destroy = ({ workspaceId, id }: DueFileRequest, { now, transact }: FileRequestsReacting) =>
  transact(async (work) => {
    work.enter(workspaceId);
    const { fileRequests, clientUploads, documentLibrary, entitlements, emit } = work;
    const seen = await clientUploads.get(id);
    const request = seen === null ? null : await fileRequests.get(seen.requestId, 'for update');
    const upload: ClientUpload | null = await clientUploads.get(id);
    if (request === null || upload === null || upload.blobKey === null || upload.destroyedAt !== null) return;
    if (upload.destroyAfter === null || upload.destroyAfter > now) return;
    if (await documentLibrary.isHeld(id)) return;
    await clientUploads.save(destroyed(upload, now));
    await entitlements.unreserve('storage_bytes', upload.sizeBytes);
    const { requestId, itemId, sha256, sizeBytes } = upload;
    emit(clientUploadDestroyed, {
      uploadId: id,
      requestId,
      itemId,
      caseId: request.caseId,
      sha256,
      sizeBytes,
    });
    emit(clientUploadBytesReleased, { uploadId: id });
  });

/** Deletes the object of a destroyed file, and then forgets its key: in this order, so that a crash leaves no object. */
export const deleteClientUploadBytes = reaction(
  clientUploadBytesReleased,
  { topic: 'file_requests.delete_bytes', policy: fileRequestSweepJobs },
  async ({ uploadId }, { read, transact, blobs }) => {
    const upload = await read(({ clientUploads }) => clientUploads.get(uploadId));
    if (upload === null || upload.blobKey === null || upload.destroyedAt === null) return;
    await blobs.delete(upload.blobKey);
    await transact(({ clientUploads }) => clientUploads.forgetBlob(uploadId));
  },
);
