import { fileRequestMailJobs } from './jobs.ts';
import { clientsAmong, mailedRequest } from './mailed-request.ts';
import { clientNoticeMail } from './mails/client-notice.ts';
import { type ClientNotice, clientNoticeDue } from './notices.ts';
import { reaction } from './ports.ts';
import { type FileRequest, isAwaited } from './request.ts';
import { decisiveAmong } from './request-item.ts';

/** Tells the client that today is the day, or that the request is over. */
export const mailClientNotice = reaction(
  clientNoticeDue,
  {
    topic: 'file_requests.mail_client_notice',
    policy: fileRequestMailJobs,
    aggregate: ({ requestId }) => ({ type: 'file_request', id: requestId }),
    // Whoever is not told would go on looking for what nobody needs any more, so this is never held back.
    mails: { beyond: 'send', outsiders: clientsAmong },
  },
  async ({ requestId, notice }, { read, mail }) => {
    const of = await read((ports) => mailedRequest(requestId, ports));
    if (of === null || !isStillSo(notice, of.request)) return;
    const { request } = of;
    const missing = decisiveAmong(request.items).filter(({ status }) =>
      ['open', 'rejected'].includes(status),
    );
    await mail.send({
      key: 'file-request-notice',
      to: { address: request.clientEmail, name: request.clientName },
      ...clientNoticeMail({
        ...of,
        notice,
        title: request.title,
        dueOn: request.dueOn,
        missing: missing.map(({ name }) => name),
        reason: request.endedReason,
      }),
    });
  },
);

/** Meanwhile the request may have gone on. */
const isStillSo = (notice: ClientNotice, request: FileRequest): boolean =>
  notice === 'due' ? isAwaited(request) : request.status === notice;
