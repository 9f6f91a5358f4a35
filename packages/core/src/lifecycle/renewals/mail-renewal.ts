import { workspacePage } from '../../kernel/links.ts';
import { lifecycleMailJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../ports.ts';
import { managersOf, recipientsOf } from '../recipients.ts';
import {
  renewalCompleted,
  renewalOpened,
  renewalOverdue,
  renewalRejected,
  renewalSubmitted,
} from './events.ts';
import { type RenewalNotice, renewalMail } from './mails/renewal-notice.ts';
import type { ListedRenewal } from './ports.ts';
import { openRenewalStatuses } from './renewal.ts';

const job = { policy: lifecycleMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const aggregate = ({ renewalId }: { readonly renewalId: string }) => ({ type: 'renewal', id: renewalId });

/** Whoever works on a renewal hears that it was opened. */
export const mailRenewalOpened = reaction(
  renewalOpened,
  { ...job, topic: 'lifecycle.mail_renewal_opened', aggregate, needs: ['renewalId'] },
  ({ renewalId }, context) => mailOf(renewalId, 'opened', ownerOf, context),
);

/** Those who may approve hear that a replacement was submitted, except for whoever submitted it. */
export const mailRenewalSubmitted = reaction(
  renewalSubmitted,
  { ...job, topic: 'lifecycle.mail_renewal_submitted', aggregate, needs: ['renewalId'] },
  ({ renewalId }, context) => mailOf(renewalId, 'submitted', approversOf, context),
);

/** Whoever submitted a replacement hears that it was approved. */
export const mailRenewalApproved = reaction(
  renewalCompleted,
  { ...job, topic: 'lifecycle.mail_renewal_approved', aggregate, needs: ['renewalId'] },
  ({ renewalId }, context) => mailOf(renewalId, 'approved', submitterOf, context),
);

/** Whoever submitted a replacement hears that it was rejected, and why. */
export const mailRenewalRejected = reaction(
  renewalRejected,
  { ...job, topic: 'lifecycle.mail_renewal_rejected', aggregate, needs: ['renewalId'] },
  ({ renewalId }, context) => mailOf(renewalId, 'rejected', submitterOf, context),
);

/** Whoever works on a renewal hears that its day has passed. */
export const mailRenewalOverdue = reaction(
  renewalOverdue,
  { ...job, topic: 'lifecycle.mail_renewal_overdue', aggregate },
  ({ renewalId }, context) => mailOf(renewalId, 'overdue', ownerOf, context),
);

type Chosen = (renewal: ListedRenewal, ports: LifecyclePorts) => Promise<readonly string[]>;

const ownerOf: Chosen = async ({ ownerUserId }) => [ownerUserId];
const submitterOf: Chosen = async ({ submittedByUserId }) =>
  submittedByUserId === null ? [] : [submittedByUserId];
const approversOf: Chosen = async ({ documentId, submittedByUserId }, ports) => {
  const document = await ports.documentLibrary.get(documentId);
  const approvers = [...(await managersOf(ports)), ...(document === null ? [] : [document.ownerUserId])];
  return approvers.filter((userId) => userId !== submittedByUserId);
};

/** When the state of a renewal has moved on, the mail that told of it is not sent any more. */
const standing: Readonly<Record<RenewalNotice, readonly ListedRenewal['status'][]>> = {
  opened: openRenewalStatuses,
  submitted: ['awaiting_approval'],
  approved: ['completed'],
  rejected: ['in_progress'],
  overdue: openRenewalStatuses,
};

async function mailOf(
  renewalId: string,
  notice: RenewalNotice,
  chosen: Chosen,
  { read, mail, settings }: LifecycleReacting,
): Promise<void> {
  const found = await read(async (ports) => {
    const renewal = await ports.renewals.get(renewalId);
    if (renewal === null || !standing[notice].includes(renewal.status)) return null;
    const userIds = await chosen(renewal, ports);
    const recipients = await recipientsOf({ id: renewal.documentId }, userIds, ports);
    return { renewal, recipients, workspace: await ports.workspaceIdentity.profile() };
  });
  if (found === null) return;
  const { renewal, recipients, workspace } = found;
  for (const { userId, displayName, address, locale } of recipients)
    await mail.send({
      key: userId,
      to: { address, name: displayName },
      ...renewalMail({
        locale,
        recipientName: displayName,
        notice,
        documentName: renewal.documentName,
        workspaceName: workspace.name,
        dueOn: renewal.dueOn,
        priority: renewal.priority,
        note: notice === 'rejected' ? renewal.decisionNote : renewal.note,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
}
