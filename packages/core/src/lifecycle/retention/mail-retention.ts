import { workspacePage } from '../../kernel/links.ts';
import { lifecycleMailJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../ports.ts';
import { managersOf, recipientsOf } from '../recipients.ts';
import { dispositionEnded, dispositionScheduled, retentionCandidatesFound } from './events.ts';
import { type RetentionNotice, retentionMail } from './mails/retention-notice.ts';
import type { ListedCandidate } from './ports.ts';
import { candidateKind } from './saved-candidate.ts';

const job = { policy: lifecycleMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const aggregate = ({ candidateId }: { readonly candidateId: string }) => ({
  type: candidateKind,
  id: candidateId,
});

/** Owners and admins hear that documents may be destroyed: one mail for all that were found at once. */
export const mailRetentionCandidates = reaction(
  retentionCandidatesFound,
  { ...job, topic: 'lifecycle.mail_retention_candidates', aggregate: () => null },
  ({ candidateIds }, context) => mailOf(candidateIds, context),
);

/** Owners, admins and who owns the document hear that it is to be destroyed, while that can still be stopped. */
export const mailDispositionScheduled = reaction(
  dispositionScheduled,
  { ...job, topic: 'lifecycle.mail_disposition_scheduled', aggregate, needs: ['candidateId'] },
  ({ candidateId }, context) => mailOf([candidateId], context),
);

/** The same people hear that it was destroyed, or that it could not be. */
export const mailDispositionEnded = reaction(
  dispositionEnded,
  { ...job, topic: 'lifecycle.mail_disposition_ended', aggregate },
  ({ candidateId }, context) => mailOf([candidateId], context),
);

/** What is said of a candidate follows from the state that it is in when the mail leaves. */
const noticeOf: Partial<Record<ListedCandidate['status'], RetentionNotice>> = {
  pending: 'candidates',
  scheduled: 'scheduled',
  executed: 'executed',
  failed: 'failed',
};

async function mailOf(
  candidateIds: readonly string[],
  { read, mail, settings }: LifecycleReacting,
): Promise<void> {
  const found = await read((ports) => toTell(candidateIds, ports));
  if (found === null) return;
  const { first, notice, others, recipients, workspace } = found;
  for (const { userId, displayName, address, locale } of recipients)
    await mail.send({
      key: userId,
      to: { address, name: displayName },
      ...retentionMail({
        locale,
        recipientName: displayName,
        notice,
        documentName: first.documentName,
        others,
        workspaceName: workspace.name,
        executeAfter: first.executeAfter,
        link: workspacePage(settings.webUrl, '/', workspace.id),
      }),
    });
}

async function toTell(candidateIds: readonly string[], ports: LifecyclePorts) {
  const { retentionCandidates, documentLibrary, workspaceIdentity } = ports;
  const candidates = await Promise.all(candidateIds.map((id) => retentionCandidates.get(id)));
  const [first, ...more] = candidates.filter(({ status }) => noticeOf[status] !== undefined);
  const notice = first && noticeOf[first.status];
  if (first === undefined || notice === undefined) return null;
  const document = await documentLibrary.get(first.documentId);
  const owner = notice === 'candidates' || document === null ? [] : [document.ownerUserId];
  const recipients = await recipientsOf(
    { id: first.documentId },
    [...(await managersOf(ports)), ...owner],
    ports,
  );
  return { first, notice, others: more.length, recipients, workspace: await workspaceIdentity.profile() };
}
