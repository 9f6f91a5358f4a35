import { fileRequestMailTopic } from './fresh-link.ts';
import { fileRequestMailJobs } from './jobs.ts';
import { mailWithLink } from './mail-with-link.ts';
import { clientsAmong } from './mailed-request.ts';
import { fileRequestMail } from './mails/file-request.ts';
import { fileRequestMailDue, requestOwnerNoticeDue } from './notices.ts';
import { reaction } from './ports.ts';
import { isOpen } from './request.ts';

/** Mails a link to the client, and forgets its secret then; a link that was replaced meanwhile is not mailed. */
export const mailFileRequest = reaction(
  fileRequestMailDue,
  {
    topic: fileRequestMailTopic,
    policy: fileRequestMailJobs,
    aggregate: ({ requestId }) => ({ type: 'file_request', id: requestId }),
    mails: { beyond: 'refuse', outsiders: clientsAmong },
    /** The link stays good, and whoever asks for another one can hand it over. */
    givenUp: ({ requestId, linkId }, { transact }) =>
      transact(async ({ fileRequests, fileRequestLinks, emit }) => {
        const request = await fileRequests.get(requestId);
        const link = await fileRequestLinks.get(linkId);
        await fileRequestLinks.eraseSecret(linkId);
        if (request === null || !isOpen(request) || link?.status !== 'live') return;
        emit(requestOwnerNoticeDue, { requestId, notice: 'undeliverable' });
      }),
  },
  ({ cause, ...due }, context) =>
    mailWithLink(
      due,
      async (letter, { message }) =>
        fileRequestMail({
          ...letter,
          occasion: cause === 'send' ? 'first' : 'reminder',
          message: message ?? letter.request.message,
        }),
      context,
    ),
);
