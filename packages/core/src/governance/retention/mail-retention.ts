import { workspacePage } from '../../kernel/links.ts';
import { governanceMailJobs } from '../jobs.ts';
import { type GovernancePorts, type GovernanceReacting, reaction } from '../ports.ts';
import { recordHoldPlaced, recordHoldReleased, retentionDigestDue } from './events.ts';
import { type RetentionNotice, retentionNoticeMail } from './mails/retention-notice.ts';

const job = { policy: governanceMailJobs, mails: 'members', databaseRole: 'identity' } as const;

/** Custodians hear that they have to keep what they have. */
export const mailRecordHoldPlaced = reaction(
  recordHoldPlaced,
  { ...job, topic: 'governance.mail_hold_placed', needs: ['holdId'] },
  ({ holdId }, context) => mailCustodians(holdId, 'hold_placed', context),
);

/** And that they need not any more. */
export const mailRecordHoldReleased = reaction(
  recordHoldReleased,
  { ...job, topic: 'governance.mail_hold_released', needs: ['holdId'] },
  ({ holdId }, context) => mailCustodians(holdId, 'hold_released', context),
);

/** Records managers hear once a week how many cases are due. */
export const mailRetentionDigest = reaction(
  retentionDigestDue,
  { ...job, topic: 'governance.mail_retention_digest', aggregate: () => null },
  async ({ due }, context) => {
    const managers = await context.read(async ({ memberAccess }) =>
      (await memberAccess.holders(['records_manager'])).map(({ userId }) => userId),
    );
    await mailEach(managers, { notice: 'digest', name: null, number: null, count: due }, context);
  },
);

async function mailCustodians(
  holdId: string,
  notice: 'hold_placed' | 'hold_released',
  context: GovernanceReacting,
): Promise<void> {
  const found = await context.read(async ({ recordHolds }) => ({
    hold: await recordHolds.find(holdId),
    custodians: (await recordHolds.scopes([holdId])).get(holdId)?.custodianUserIds ?? [],
  }));
  const { hold, custodians } = found;
  // Who heard of the release before the placing would keep things for nothing.
  if (hold === null || (notice === 'hold_placed' && hold.status !== 'active')) return;
  await mailEach(custodians, { notice, name: hold.name, number: hold.holdNumber, count: null }, context);
}

/** Tells each of these members. */
export async function mailEach(
  userIds: readonly string[],
  told: Omit<RetentionNotice, 'locale' | 'recipientName' | 'workspaceName' | 'link'>,
  { read, mail, settings }: GovernanceReacting,
): Promise<void> {
  const found = await read(async ({ memberDirectory, workspaceIdentity }: GovernancePorts) => ({
    contacts: await Promise.all(userIds.map((userId) => memberDirectory.contact(userId))),
    workspace: await workspaceIdentity.profile(),
  }));
  for (const contact of found.contacts) {
    if (contact === null) continue;
    await mail.send({
      key: contact.userId,
      to: { address: contact.address, name: contact.displayName },
      ...retentionNoticeMail({
        ...told,
        locale: contact.locale,
        recipientName: contact.displayName,
        workspaceName: found.workspace.name,
        link: workspacePage(settings.webUrl, '/', found.workspace.id),
      }),
    });
  }
}
