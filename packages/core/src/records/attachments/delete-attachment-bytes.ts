import { attachmentJobs } from '../jobs.ts';
import { reaction } from '../ports.ts';
import { attachmentBytesReleased, plainObjectReleased } from './events.ts';

/** Deletes the object of a file that was removed, and then forgets its key: in this order, so that a crash leaves no object. */
export const deleteAttachmentBytes = reaction(
  attachmentBytesReleased,
  { topic: 'attachment.delete_bytes', policy: attachmentJobs },
  async ({ attachmentId }, { read, transact, blobs }) => {
    const attachment = await read(({ entryAttachments }) => entryAttachments.find(attachmentId));
    if (attachment === null || attachment.releasedAt === null || attachment.blobKey === null) return;
    await blobs.delete(attachment.blobKey);
    await transact(({ entryAttachments }) => entryAttachments.forgetBlob(attachmentId));
  },
);

/** Deletes what came in and lies sealed elsewhere by now. */
export const deletePlainObject = reaction(
  plainObjectReleased,
  { topic: 'attachment.delete_plain', policy: attachmentJobs },
  async ({ blobKey }, { blobs }) => {
    await blobs.delete(blobKey);
  },
);
