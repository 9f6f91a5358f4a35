import type { ClientUpload } from './client-upload.ts';
import { fileRequestMailJobs } from './jobs.ts';
import { mailWithLink } from './mail-with-link.ts';
import { clientsAmong } from './mailed-request.ts';
import { fileRequestMail } from './mails/file-request.ts';
import { fileRequestRejectedMail } from './mails/file-request-rejected.ts';
import { followUpDue } from './notices.ts';
import { reaction } from './ports.ts';
import type { FileRequest } from './request.ts';

/**
 * Tells the client what they are to send again, or that more is asked for, with a fresh link. Of several that follow each
 * other the last one is mailed, and it names all files, since the links of the others have ended.
 */
export const mailFollowUp = reaction(
  followUpDue,
  {
    topic: 'file_requests.mail_follow_up',
    policy: fileRequestMailJobs,
    aggregate: ({ requestId }) => ({ type: 'file_request', id: requestId }),
    // The client believes that they are done, so this is never held back.
    mails: { beyond: 'send', outsiders: clientsAmong },
    givenUp: ({ linkId }, { transact }) =>
      transact(({ fileRequestLinks }) => fileRequestLinks.eraseSecret(linkId)),
  },
  ({ uploadId, ...due }, context) =>
    mailWithLink(
      due,
      async (letter) => {
        if (uploadId === null) return fileRequestMail({ ...letter, occasion: 'changed', message: null });
        const uploads = await context.read(({ clientUploads }) => clientUploads.of(due.requestId));
        return fileRequestRejectedMail({ ...letter, files: wantedAgain(letter.request, uploads, uploadId) });
      },
      context,
    ),
);

/** This file, and every other one that was refused for an item that nothing else has answered since. */
function wantedAgain({ items }: FileRequest, uploads: readonly ClientUpload[], uploadId: string) {
  return items.flatMap(({ id, name: itemName, status }) =>
    uploads
      .filter((upload) => upload.itemId === id && ['rejected', 'quarantined'].includes(upload.status))
      .filter((upload) => upload.id === uploadId || ['open', 'rejected'].includes(status))
      .map(({ fileName, reviewReason }) => ({ itemName, fileName, reason: reviewReason })),
  );
}
