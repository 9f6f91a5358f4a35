import { workspacePage } from '../../kernel/links.ts';
import { recordMailJobs } from '../jobs.ts';
import type { RecordsReacting } from '../ports.ts';
import { reaction } from '../ports.ts';
import { followUpAssigned, followUpReminderDue } from './events.ts';
import { isAwaited, type StoredFollowUp } from './follow-up.ts';
import { followUpMail } from './follow-up-notice.ts';
import { followUpMask } from './followed-entry.ts';

/** In these cases nobody works at the moment, so nobody is reminded (records 5.2). */
const working = ['intake', 'active'];

/** The follow-up with its case and how its owner is reached, if it is still to be done. */
const wanted = (
  followUpId: string,
  isWanted: (followUp: StoredFollowUp) => boolean,
  { read }: Pick<RecordsReacting, 'read'>,
) =>
  read(async ({ followUps, cases, entries, memberDirectory, workspaceIdentity }) => {
    const followUp = await followUps.find(followUpId);
    if (followUp === null || !isAwaited(followUp) || !isWanted(followUp)) return null;
    const recordCase = await cases.find(followUp.caseId);
    const owner = await memberDirectory.contact(followUp.ownerUserId);
    if (recordCase === null || owner === null) return null;
    const mask = await followUpMask(followUp, recordCase, { entries });
    return { followUp, recordCase, mask, owner, workspace: await workspaceIdentity.profile() };
  });

const mailJob = { policy: recordMailJobs, mails: 'members', databaseRole: 'identity' } as const;

/** Whoever is given something to do learns of it. */
export const mailFollowUpAssigned = reaction(
  followUpAssigned,
  {
    ...mailJob,
    topic: 'records.mail_follow_up_assigned',
    aggregate: ({ followUpId }) => ({ type: 'follow_up', id: followUpId }),
  },
  async ({ followUpId, ownerUserId, version }, context) => {
    const found = await wanted(followUpId, (followUp) => followUp.ownerUserId === ownerUserId, context);
    if (found !== null) await send('assigned', `assigned:${version}`, found, context);
  },
);

/** Its owner is reminded of what will be due, unless that is no longer so. */
export const mailFollowUpReminder = reaction(
  followUpReminderDue,
  {
    ...mailJob,
    topic: 'records.mail_follow_up_due',
    aggregate: ({ followUpId }) => ({ type: 'follow_up', id: followUpId }),
  },
  async ({ followUpId, minutesBefore, dueAt }, context) => {
    const found = await wanted(followUpId, (followUp) => followUp.dueAt === dueAt, context);
    if (found === null || !working.includes(found.recordCase.status)) return;
    await send('due', `due:${minutesBefore}:${dueAt}`, found, context);
  },
);

type Found = NonNullable<Awaited<ReturnType<typeof wanted>>>;

async function send(
  notice: 'assigned' | 'due',
  key: string,
  { followUp, recordCase, mask, owner, workspace }: Found,
  { mail, settings }: Pick<RecordsReacting, 'mail' | 'settings'>,
): Promise<void> {
  await mail.send({
    key: `${followUp.id}:${key}:${owner.userId}`,
    to: { address: owner.address, name: owner.displayName },
    ...followUpMail({
      locale: owner.locale,
      recipientName: owner.displayName,
      notice,
      caseNumber: recordCase.caseNumber,
      // Of what is labelled a mail says no more than its number (REC-33).
      title: mask === 0 ? followUp.title : null,
      dueAt: followUp.dueAt,
      link: workspacePage(settings.webUrl, '/', workspace.id),
    }),
  });
}
