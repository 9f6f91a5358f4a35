import { workspacePage } from '../../kernel/links.ts';
import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { signerOtpLocked } from '../signer-events.ts';
import { otpLockedMail } from './mails/otp-locked.ts';

/** The owner of a document learns that too many wrong codes came for one of its signers. */
export const mailCodesLocked = reaction(
  signerOtpLocked,
  {
    topic: 'signing.mail_codes_locked',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['documentId', 'signerId'],
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ documentId, signerId }, { read, mail, settings, now }) => {
    const found = await read(async ({ documentLibrary, signers, memberDirectory, workspaceIdentity }) => {
      const document = await documentLibrary.get(documentId);
      const signer = await signers.get(signerId);
      const owner = document && (await memberDirectory.contact(document.ownerUserId));
      if (!document || !owner || !signer?.lockedUntil) return null;
      const { lockedUntil } = signer;
      return { document, signer, lockedUntil, owner, workspace: await workspaceIdentity.profile() };
    });
    // The lock was lifted in the meantime, so there is nothing to do for the owner.
    if (found === null || found.lockedUntil <= now) return;
    const { document, signer, lockedUntil, owner, workspace } = found;
    await mail.send({
      key: signerId,
      to: { address: owner.address, name: owner.displayName },
      ...otpLockedMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        documentName: document.name,
        signerName: signer.name,
        lockedUntil,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
