import { workspacePage } from '../../../kernel/links.ts';
import { recordMailJobs } from '../../jobs.ts';
import { type RecordsReacting, reaction } from '../../ports.ts';
import { caseTransferDecided, caseTransferRequested } from './events.ts';
import { caseTransferMail } from './mails/case-transfer-mail.ts';

const job = { policy: recordMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const aggregate = ({ transferId }: { readonly transferId: string }) => ({
  type: 'case_transfer',
  id: transferId,
});

/** Whoever is asked hears that they are, as long as nobody has decided. */
export const mailCaseTransferRequested = reaction(
  caseTransferRequested,
  { ...job, topic: 'case.mail_transfer_requested', aggregate, needs: ['transferId'] },
  ({ transferId }, context) => mailOf(transferId, 'requested', context),
);

/** Both hear what was decided. */
export const mailCaseTransferDecided = reaction(
  caseTransferDecided,
  { ...job, topic: 'case.mail_transfer_decided', aggregate, needs: ['transferId'] },
  ({ transferId }, context) => mailOf(transferId, 'decided', context),
);

async function mailOf(
  transferId: string,
  occasion: 'requested' | 'decided',
  { read, mail, settings }: RecordsReacting,
): Promise<void> {
  const found = await read(async ({ caseTransfers, cases, memberDirectory, workspaceIdentity }) => {
    const transfer = await caseTransfers.get(transferId);
    const recordCase = transfer && (await cases.find(transfer.caseId));
    if (transfer === null || recordCase === null) return null;
    if (occasion === 'requested' && transfer.status !== 'pending') return null;
    const { fromUserId, toUserId } = transfer;
    const told = (occasion === 'requested' ? [toUserId] : [fromUserId, toUserId]).filter(
      (userId) => !recordCase.blockedUserIds.includes(userId),
    );
    const contacts = await Promise.all(told.map((userId) => memberDirectory.contact(userId)));
    const workspace = await workspaceIdentity.profile();
    return { transfer, caseNumber: recordCase.caseNumber, contacts, workspace };
  });
  for (const contact of found?.contacts ?? []) {
    if (found === null || contact === null) continue;
    await mail.send({
      key: contact.userId,
      to: { address: contact.address, name: contact.displayName },
      ...caseTransferMail({
        locale: contact.locale,
        recipientName: contact.displayName,
        outcome: found.transfer.status,
        caseNumber: found.caseNumber,
        link: workspacePage(settings.webUrl, '/', found.workspace.id),
      }),
    });
  }
}
