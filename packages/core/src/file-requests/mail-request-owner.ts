import { workspacePage } from '../kernel/links.ts';
import { fileRequestMailJobs } from './jobs.ts';
import { requestOwnerMail } from './mails/request-owner-notice.ts';
import { requestOwnerNoticeDue } from './notices.ts';
import { reaction } from './ports.ts';

/** Tells the owner of a request what has become of it. */
export const mailRequestOwner = reaction(
  requestOwnerNoticeDue,
  {
    topic: 'file_requests.mail_owner',
    policy: fileRequestMailJobs,
    aggregate: ({ requestId }) => ({ type: 'file_request', id: requestId }),
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ requestId, notice }, { read, mail, settings }) => {
    const found = await read(async ({ fileRequests, memberDirectory, workspaceIdentity }) => {
      const request = await fileRequests.get(requestId);
      const owner = request === null ? null : await memberDirectory.contact(request.ownerUserId);
      return request === null || owner === null
        ? null
        : { request, owner, workspace: await workspaceIdentity.profile() };
    });
    if (found === null) return;
    const { request, owner, workspace } = found;
    await mail.send({
      key: owner.userId,
      to: { address: owner.address, name: owner.displayName },
      ...requestOwnerMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        notice,
        title: request.title,
        clientName: request.clientName,
        workspaceName: workspace.name,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
