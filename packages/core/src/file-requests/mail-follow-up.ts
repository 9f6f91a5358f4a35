import type { ClientUpload } from './client-upload.ts';
import { fileRequestMailJobs } from './jobs.ts';
import { fileRequestAddress, goneReasonAt, sealOfFileRequestLink } from './link.ts';
import { clientsAmong, mailedRequest } from './mailed-request.ts';
import { fileRequestMail } from './mails/file-request.ts';
import { fileRequestRejectedMail } from './mails/file-request-rejected.ts';
import { followUpDue } from './notices.ts';
import { reaction } from './ports.ts';
import { type FileRequest, isOpen } from './request.ts';

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
  async ({ requestId, linkId, uploadId }, { read, transact, keyRing, settings, timeZones, mail, now }) => {
    const { of, link, uploads } = await read(async (ports) => ({
      of: await mailedRequest(requestId, ports),
      link: await ports.fileRequestLinks.get(linkId),
      uploads: await ports.clientUploads.of(requestId),
    }));
    if (of === null || link === null || link.sealedSecret === null) return;
    const { request } = of;
    if (goneReasonAt(link, now) === null && isOpen(request)) {
      const secret = keyRing.open(link.sealedSecret, sealOfFileRequestLink(linkId));
      const token = Buffer.from(secret).toString('utf8');
      const letter = {
        ...of,
        ...request,
        rules: timeZones,
        link: fileRequestAddress(settings.webUrl, token),
      };
      await mail.send({
        key: 'file-request-follow-up',
        to: { address: request.clientEmail, name: request.clientName },
        ...(uploadId === null
          ? fileRequestMail({ ...letter, occasion: 'changed', message: null })
          : fileRequestRejectedMail({ ...letter, files: wantedAgain(request, uploads, uploadId) })),
      });
    }
    await transact(({ fileRequestLinks }) => fileRequestLinks.eraseSecret(linkId));
  },
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
