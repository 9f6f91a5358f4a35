import { workspacePage } from '../../kernel/links.ts';
import { documentHoldPlaced, documentHoldReviewDue } from '../events.ts';
import { lifecycleMailJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../ports.ts';
import { managersOf, recipientsOf } from '../recipients.ts';
import type { LegalHold } from './legal-hold.ts';
import { type HoldNotice, holdMail } from './mails/hold-notice.ts';

const job = {
  policy: lifecycleMailJobs,
  mails: 'members',
  databaseRole: 'identity',
} as const;

/** Whoever was named as custodian hears what has to be preserved. */
export const mailHoldPlaced = reaction(
  documentHoldPlaced,
  { ...job, needs: ['holdId'], topic: 'lifecycle.mail_hold_placed' },
  ({ holdId }, context) => mailOf(holdId, 'placed', custodianOf, context),
);

/** Whoever placed the hold, owners and admins hear that it is to be looked at (HLD-3). */
export const mailHoldReview = reaction(
  documentHoldReviewDue,
  { ...job, needs: ['holdId'], topic: 'lifecycle.mail_hold_review' },
  ({ holdId }, context) => mailOf(holdId, 'review', reviewersOf, context),
);

type Chosen = (hold: LegalHold, ports: LifecyclePorts) => Promise<readonly string[]>;
const custodianOf: Chosen = async ({ custodianUserId }) =>
  custodianUserId === null ? [] : [custodianUserId];
const reviewersOf: Chosen = async ({ placedByUserId }, ports) => [
  placedByUserId,
  ...(await managersOf(ports)),
];

async function mailOf(
  holdId: string,
  notice: HoldNotice,
  chosen: Chosen,
  { read, mail, settings }: LifecycleReacting,
): Promise<void> {
  const found = await read(async (ports) => {
    const hold = await ports.legalHolds.get(holdId);
    const document = await ports.documentLibrary.get(hold.documentId);
    if (document === null || hold.status !== 'active') return null;
    const recipients = await recipientsOf(document, await chosen(hold, ports), ports);
    return { hold, document, recipients, workspace: await ports.workspaceIdentity.profile() };
  });
  if (found === null) return;
  const { hold, document, recipients, workspace } = found;
  for (const { userId, displayName, address, locale } of recipients)
    await mail.send({
      key: userId,
      to: { address, name: displayName },
      ...holdMail({
        locale,
        recipientName: displayName,
        notice,
        documentName: document.name,
        workspaceName: workspace.name,
        matter: hold.matter,
        reviewOn: hold.reviewOn,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
}
