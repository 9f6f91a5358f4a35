import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { type DocumentsPorts, reaction } from '../ports.ts';
import { type DocumentShare, sealOfShare, statusAt } from './document-share.ts';
import { shareMailDue } from './events.ts';
import { shareInvitationMail } from './mails/share-invitation.ts';

/** Mails the link to its recipient, then erases the sealed copy of its secret. */
export const mailShareInvitation = reaction(
  shareMailDue,
  {
    topic: 'shares.mail_invitation',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: {
      beyond: 'refuse',
      outsiders: (events, context) => Promise.all(events.map(({ shareId }) => outsidersOf(shareId, context))),
    },
  },
  async ({ shareId }, { read, transact, keyRing, settings, mail, now }) => {
    const found = await read(async ({ documentShares, documents, memberDirectory, workspaceIdentity }) => {
      const share = await documentShares.get(shareId);
      // The share has ended meanwhile, or its mail has left before.
      if (share === null || share.sealedToken === null || statusAt(share, now) !== 'active') return null;
      const document = await documents.get(share.documentId);
      if (document === null) return null;
      return {
        share,
        sealedToken: share.sealedToken,
        document,
        senderName: await memberDirectory.nameOf(share.createdByUserId),
        brand: await workspaceIdentity.brand(),
      };
    });
    if (found === null || found.share.recipientEmail === null) return;
    const { share, sealedToken, document, senderName, brand } = found;
    const token = Buffer.from(keyRing.open(sealedToken, sealOfShare(shareId))).toString('utf8');
    await mail.send({
      key: 'share-invitation',
      to: { address: found.share.recipientEmail, name: share.recipientName },
      ...shareInvitationMail({
        locale: brand.defaultLocale,
        recipientName: share.recipientName,
        senderName: senderName ?? brand.name,
        workspaceName: brand.name,
        workspaceLogoUrl: brand.logoUrl,
        // Whoever has to give a passcode sees the name only after that (SHR-4).
        documentName: share.passcodeHash === null ? document.name : null,
        message: share.message,
        expiresAt: share.expiresAt,
        link: `${settings.webUrl}/share#token=${token}`,
      }),
    });
    await transact(({ documentShares }) => documentShares.eraseSealed(shareId));
  },
);

/** Mail to a member of the workspace is none to an outsider (PLT-30). */
async function outsidersOf(
  shareId: string,
  { documentShares, memberDirectory }: DocumentsPorts,
): Promise<readonly string[]> {
  const address: DocumentShare['recipientEmail'] =
    (await documentShares.get(shareId))?.recipientEmail ?? null;
  if (address === null) return [];
  return (await memberDirectory.byEmail(address)) === null ? [address] : [];
}
