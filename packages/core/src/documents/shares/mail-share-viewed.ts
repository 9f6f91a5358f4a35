import { workspacePage } from '../../kernel/links.ts';
import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { shareFirstViewed } from './events.ts';
import { shareViewedMail } from './mails/share-viewed.ts';

/** The owner of a document hears that a share of it was used for the first time (SHR-6). */
export const mailShareViewed = reaction(
  shareFirstViewed,
  {
    topic: 'shares.mail_viewed',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ shareId, ownerUserId, viewedAt }, { read, mail, settings }) => {
    const found = await read(async ({ documentShares, documents, memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.contact(ownerUserId);
      const share = await documentShares.get(shareId);
      const document = share === null ? null : await documents.get(share.documentId);
      return owner === null || share === null || document === null
        ? null
        : { owner, share, document, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { owner, share, document, workspace } = found;
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...shareViewedMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        documentName: document.name,
        workspaceName: workspace.name,
        label: share.label,
        sharedWith: share.recipientName ?? share.recipientEmail,
        viewedAt,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
