import { workspacePage } from '../kernel/links.ts';
import { defaultJobPolicy } from '../kernel/outbox.ts';
import { documentQuarantined } from './events.ts';
import { documentQuarantinedMail } from './mails/document-quarantined.ts';
import { reaction } from './ports.ts';

/** The owner of a document learns that malware was found in it, and what can be done. */
export const mailDocumentQuarantined = reaction(
  documentQuarantined,
  {
    topic: 'documents.mail_quarantined',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['documentId', 'ownerUserId'],
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ documentId, ownerUserId }, { read, mail, settings }) => {
    const found = await read(async ({ documents, memberDirectory, workspaceIdentity }) => {
      const owner = await memberDirectory.contact(ownerUserId);
      const document = await documents.get(documentId);
      return owner === null || document === null
        ? null
        : { owner, document, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { owner, document, workspace } = found;
    await mail.send({
      key: ownerUserId,
      to: { address: owner.address, name: owner.displayName },
      ...documentQuarantinedMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        documentName: document.name,
        workspaceName: workspace.name,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
