import { workspacePage } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import { recordMailJobs } from '../jobs.ts';
import { type RecordsPorts, type RecordsReacting, reaction } from '../ports.ts';
import type { EntryStatus, RecordEntry } from './entry.ts';
import { type EntryNotice, entryNoticeMail } from './entry-notice.ts';
import { entryApproved, entryReturned, entrySubmitted, entryTakenOver } from './events.ts';

const job = { policy: recordMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const aggregate = ({ artifactId }: { readonly artifactId: string }) => ({ type: 'entry', id: artifactId });

/** Those who may review an entry hear that it was submitted, where its policy asks for somebody else than the author. */
export const mailEntrySubmitted = reaction(
  entrySubmitted,
  { ...job, topic: 'records.mail_entry_submitted', aggregate, needs: ['artifactId'] },
  ({ artifactId }, context) => mailOf(artifactId, 'review_requested', reviewersOf, context),
);

/** Its author hears that a reviewer asks for changes. */
export const mailEntryReturned = reaction(
  entryReturned,
  { ...job, topic: 'records.mail_entry_returned', aggregate, needs: ['artifactId'] },
  ({ artifactId }, context) => mailOf(artifactId, 'returned', authorOf, context),
);

/** Its author hears that they can sign. */
export const mailEntryApproved = reaction(
  entryApproved,
  { ...job, topic: 'records.mail_entry_approved', aggregate, needs: ['artifactId'] },
  ({ artifactId }, context) => mailOf(artifactId, 'approved', authorOf, context),
);

/** Whoever began a draft hears that somebody else goes on with it. */
export const mailEntryTakenOver = reaction(
  entryTakenOver,
  { ...job, topic: 'records.mail_entry_taken_over', aggregate, needs: ['artifactId', 'formerAuthorUserId'] },
  ({ artifactId, formerAuthorUserId }, context) =>
    mailOf(artifactId, 'taken_over', async () => [formerAuthorUserId], context),
);

export type Chosen = (entry: RecordEntry, ports: RecordsPorts, now: Instant) => Promise<readonly string[]>;

export const authorOf: Chosen = async ({ authorUserId }) => [authorUserId];
const reviewersOf: Chosen = async ({ reviewPolicy, caseId, authorUserId }, { caseMembers }, now) => {
  if (reviewPolicy === 'author') return [];
  const able: readonly string[] = reviewPolicy === 'lead' ? ['lead'] : ['reviewer', 'lead'];
  const members = await caseMembers.activeOf(caseId, now);
  return members
    .filter(({ role, userId }) => able.includes(role) && userId !== authorUserId)
    .map(({ userId }) => userId);
};

/** Where the entry has moved on meanwhile, the mail is not sent any more. */
const standing: Readonly<Record<EntryNotice, readonly EntryStatus[]>> = {
  review_requested: ['in_review', 'finalized', 'amended'],
  returned: ['changes_requested', 'finalized', 'amended'],
  approved: ['approved', 'finalized', 'amended'],
  taken_over: ['draft', 'in_review', 'changes_requested', 'approved', 'finalized', 'amended'],
  co_sign_requested: ['finalized', 'amended'],
  co_sign_declined: ['finalized', 'amended'],
  signature_due: ['draft', 'in_review', 'changes_requested', 'approved', 'finalized', 'amended'],
};

export async function mailOf(
  artifactId: string,
  notice: EntryNotice,
  chosen: Chosen,
  { read, mail, settings, now }: RecordsReacting,
  isStill: (entry: RecordEntry) => boolean = () => true,
): Promise<void> {
  const found = await read(async (ports) => {
    const entry = await ports.entries.find(artifactId);
    if (entry === null || !standing[notice].includes(entry.status) || !isStill(entry)) return null;
    const recordCase = await ports.cases.find(entry.caseId);
    if (recordCase === null) return null;
    const userIds = await whoSee(entry, await chosen(entry, ports, now), ports, now);
    const contacts = await Promise.all(userIds.map((userId) => ports.memberDirectory.contact(userId)));
    return { recordCase, contacts, workspace: await ports.workspaceIdentity.profile() };
  });
  for (const contact of found?.contacts ?? []) {
    if (found === null || contact === null) continue;
    await mail.send({
      key: contact.userId,
      to: { address: contact.address, name: contact.displayName },
      ...entryNoticeMail({
        locale: contact.locale,
        recipientName: contact.displayName,
        notice,
        caseNumber: found.recordCase.caseNumber,
        link: workspacePage(settings.webUrl, '/', found.workspace.id),
      }),
    });
  }
}

/** Of these people those who are active and pass the entry: nobody else is told that there is one. */
export async function whoSee(
  entry: RecordEntry,
  userIds: readonly string[],
  { memberDirectory, recordStandings, entries }: RecordsPorts,
  now: Instant,
): Promise<readonly string[]> {
  const seeing: string[] = [];
  for (const { userId, role, status } of await memberDirectory.find([...new Set(userIds)])) {
    if (status !== 'active') continue;
    const reader = { userId, role, ...(await recordStandings.reader(userId)) };
    if ((await entries.findSeen(entry.id, { reader, now })) !== null) seeing.push(userId);
  }
  return seeing;
}
