import { fileRequestMailTopic } from './fresh-link.ts';
import { fileRequestMailJobs } from './jobs.ts';
import { fileRequestAddress, goneReasonAt, sealOfFileRequestLink } from './link.ts';
import { clientsAmong, mailedRequest } from './mailed-request.ts';
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
  async ({ requestId, linkId, cause }, { read, transact, keyRing, settings, timeZones, mail, now }) => {
    const { of, link } = await read(async (ports) => ({
      of: await mailedRequest(requestId, ports),
      link: await ports.fileRequestLinks.get(linkId),
    }));
    if (of === null || link === null || link.sealedSecret === null) return;
    const { request } = of;
    if (goneReasonAt(link, now) === null && isOpen(request)) {
      const secret = keyRing.open(link.sealedSecret, sealOfFileRequestLink(linkId));
      const token = Buffer.from(secret).toString('utf8');
      await mail.send({
        key: 'file-request',
        to: { address: request.clientEmail, name: request.clientName },
        ...fileRequestMail({
          ...of,
          rules: timeZones,
          occasion: cause === 'send' ? 'first' : 'reminder',
          title: request.title,
          message: link.message ?? request.message,
          items: request.items,
          dueOn: request.dueOn,
          expiresAt: request.expiresAt,
          link: fileRequestAddress(settings.webUrl, token),
        }),
      });
    }
    await transact(({ fileRequestLinks }) => fileRequestLinks.eraseSecret(linkId));
  },
);
