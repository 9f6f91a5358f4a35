import { workspacePage } from '../kernel/links.ts';
import { signingMailJobs } from './jobs.ts';
import { signingOwnerNoticeMail } from './mails/signing-owner-notice.ts';
import { ownerNoticeDue } from './notices.ts';
import { reaction } from './ports.ts';

/** Tells the owner of a document what has become of its round. */
export const mailSigningOwner = reaction(
  ownerNoticeDue,
  {
    topic: 'signing.mail_owner',
    policy: signingMailJobs,
    aggregate: ({ documentId }) => ({ type: 'document', id: documentId }),
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ documentId, roundId, signerId, notice }, { read, mail, settings, timeZones }) => {
    const found = await read(async (ports) => {
      const document = await ports.documentLibrary.get(documentId);
      const owner = document === null ? null : await ports.memberDirectory.contact(document.ownerUserId);
      const round = await ports.rounds.get(roundId);
      const signer = signerId === null ? null : await ports.signers.get(signerId);
      const workspace = await ports.workspaceIdentity.profile();
      return document === null || owner === null || round === null
        ? null
        : { document, owner, round, signer, workspace };
    });
    if (found === null) return;
    const { document, owner, round, signer, workspace } = found;
    const isEnded = notice === 'declined' || notice === 'voided';
    await mail.send({
      key: owner.userId,
      to: { address: owner.address, name: owner.displayName },
      ...signingOwnerNoticeMail({
        locale: owner.locale,
        recipientName: owner.displayName,
        notice,
        documentName: document.name,
        workspaceName: workspace.name,
        personName: signer?.name ?? null,
        // Of a round that we have voided ourselves, the reason is a word of ours.
        reason: isEnded && (notice === 'declined' || round.voidedByUserId !== null) ? round.endReason : null,
        deadlineAt: round.status === 'sent' ? round.deadlineAt : null,
        timeZone: workspace.defaultTimeZone,
        rules: timeZones,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  },
);
