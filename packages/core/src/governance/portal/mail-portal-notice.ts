import { workspacePage } from '../../kernel/links.ts';
import { governanceMailJobs } from '../jobs.ts';
import { reaction } from '../ports.ts';
import { portalNoticeDue } from './events.ts';
import { portalNoticeMail } from './portal-notice.ts';

/** Whoever prepared a package hears what its recipient did with it, where somebody has to know. */
export const mailPortalNotice = reaction(
  portalNoticeDue,
  {
    topic: 'governance.mail_portal_notice',
    policy: governanceMailJobs,
    mails: 'members',
    databaseRole: 'identity',
    aggregate: ({ packageId }) => ({ type: 'release_package', id: packageId }),
  },
  async ({ packageId, occasion, noticeId }, { read, mail, settings }) => {
    const found = await read(async ({ releasePackages, memberDirectory, workspaceIdentity }) => {
      const released = await releasePackages.get(packageId);
      const contact = released && (await memberDirectory.contact(released.preparedByUserId));
      return contact === null ? null : { released, contact, workspace: await workspaceIdentity.profile() };
    });
    if (found === null || found.released === null) return;
    const { released, contact, workspace } = found;
    await mail.send({
      key: noticeId,
      to: { address: contact.address, name: contact.displayName },
      ...portalNoticeMail({
        occasion,
        packageNumber: released.packageNumber,
        locale: contact.locale,
        recipientName: contact.displayName,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
