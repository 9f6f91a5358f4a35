import { workspacePage } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import { governanceMailJobs } from '../jobs.ts';
import { type GovernancePorts, type GovernanceReacting, reaction } from '../ports.ts';
import { authorizationStatusAt, type DisclosureAuthorization, needsPrivacyOfficer } from './authorization.ts';
import { authorizationMailDue, authorizationRequested, packageApproved } from './events.ts';
import { type DisclosureNotice, disclosureNoticeMail } from './mails/staff-mail.ts';
import { leadsOf } from './second-persons.ts';

const job = { policy: governanceMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const ofAuthorization = ({ authorizationId }: { readonly authorizationId: string }) => ({
  type: 'disclosure_authorization',
  id: authorizationId,
});

/** Those who may decide hear that somebody asks for a disclosure. */
export const mailAuthorizationRequested = reaction(
  authorizationRequested,
  {
    ...job,
    topic: 'governance.mail_disclosure_requested',
    aggregate: ofAuthorization,
    needs: ['authorizationId'],
  },
  ({ authorizationId }, context) => mailDeciders(authorizationId, 'requested', context),
);

/** They are reminded of what is due. */
export const mailAuthorizationDue = reaction(
  authorizationMailDue,
  { ...job, topic: 'governance.mail_disclosure_due', aggregate: ofAuthorization },
  ({ authorizationId }, context) => mailDeciders(authorizationId, 'due', context),
);

/** Whoever prepared a package hears that it was approved. */
export const mailPackageApproved = reaction(
  packageApproved,
  {
    ...job,
    topic: 'governance.mail_package_approved',
    aggregate: ({ packageId }) => ({ type: 'release_package', id: packageId }),
    needs: ['packageId'],
  },
  async ({ packageId }, context) => {
    const found = await context.read(async (ports) => {
      const released = await ports.releasePackages.get(packageId);
      if (released === null || released.preparedByUserId === released.approvedByUserId) return null;
      return released.status === 'approved' || released.status === 'released'
        ? { number: released.packageNumber, dueOn: null, userIds: [released.preparedByUserId] }
        : null;
    });
    if (found !== null) await sendNotices({ ...found, notice: 'package_approved' }, context);
  },
);

async function mailDeciders(
  authorizationId: string,
  notice: DisclosureNotice,
  context: GovernanceReacting,
): Promise<void> {
  const { read, now } = context;
  const found = await read(async (ports) => {
    const authorization = await ports.disclosureAuthorizations.get(authorizationId);
    if (authorization === null || !isWaiting(authorization, notice, now)) return null;
    const { authorizationNumber: number, dueOn } = authorization;
    return { number, dueOn, userIds: await decidersOf(authorization, ports, now) };
  });
  if (found !== null) await sendNotices({ ...found, notice }, context);
}

/** What was decided meanwhile needs no mail any more. */
function isWaiting(authorization: DisclosureAuthorization, notice: DisclosureNotice, now: Instant): boolean {
  const status = authorizationStatusAt(authorization, now);
  if (notice === 'requested') return status === 'pending';
  return (status === 'pending' || status === 'approved') && authorization.releasesUsed === 0;
}

/** Leads and privacy officers, without whoever asked; with particular labels privacy officers alone. */
async function decidersOf(
  authorization: DisclosureAuthorization,
  ports: GovernancePorts,
  now: Instant,
): Promise<readonly string[]> {
  const { caseId, createdByUserId } = authorization;
  const officers = await ports.memberAccess.holders(['privacy_officer']);
  const leads = needsPrivacyOfficer(authorization) ? [] : await leadsOf(caseId, ports, now);
  const blocked = (await ports.recordCases.get(caseId))?.blockedUserIds ?? [];
  return [...new Set([...leads, ...officers.map(({ userId }) => userId)])].filter(
    (userId) => userId !== createdByUserId && !blocked.includes(userId),
  );
}

interface Notices {
  readonly notice: DisclosureNotice;
  readonly number: string;
  readonly dueOn: string | null;
  readonly userIds: readonly string[];
}

async function sendNotices(
  { notice, number, dueOn, userIds }: Notices,
  { read, mail, settings }: GovernanceReacting,
): Promise<void> {
  const { contacts, workspace } = await read(async ({ memberDirectory, workspaceIdentity }) => ({
    contacts: await Promise.all(userIds.map((userId) => memberDirectory.contact(userId))),
    workspace: await workspaceIdentity.profile(),
  }));
  for (const contact of contacts) {
    if (contact === null) continue;
    await mail.send({
      key: contact.userId,
      to: { address: contact.address, name: contact.displayName },
      ...disclosureNoticeMail({
        ...{ notice, number, dueOn },
        locale: contact.locale,
        recipientName: contact.displayName,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
  }
}
