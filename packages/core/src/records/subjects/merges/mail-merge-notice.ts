import { workspacePage } from '../../../kernel/links.ts';
import { recordMailJobs } from '../../jobs.ts';
import { reaction } from '../../ports.ts';
import { mergeNotice } from './merge-notice.ts';
import { subjectMergeNoticeDue } from './notice-events.ts';

/** Those who lead a case learn that one of its subjects was merged, or unmerged, by somebody who does not see the case. */
export const mailMergeNotice = reaction(
  subjectMergeNoticeDue,
  {
    topic: 'records.mail_merge_notice',
    policy: recordMailJobs,
    aggregate: ({ caseId }) => ({ type: 'record_case', id: caseId }),
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ caseId, mergeId, isReversal }, { read, mail, settings, now }) => {
    const found = await read(async ({ cases, caseMembers, memberDirectory, workspaceIdentity }) => {
      const recordCase = await cases.find(caseId);
      const leads = (await caseMembers.activeOf(caseId, now)).filter(({ role }) => role === 'lead');
      const contacts = await Promise.all(leads.map(({ userId }) => memberDirectory.contact(userId)));
      return recordCase && { recordCase, contacts, workspace: await workspaceIdentity.profile() };
    });
    for (const contact of found?.contacts ?? []) {
      if (found === null || contact === null) continue;
      await mail.send({
        key: `${mergeId}:${isReversal}:${contact.userId}`,
        to: { address: contact.address, name: contact.displayName },
        ...mergeNotice({
          locale: contact.locale,
          recipientName: contact.displayName,
          caseNumber: found.recordCase.caseNumber,
          isReversal,
          link: workspacePage(settings.webUrl, '/', found.workspace.id),
        }),
      });
    }
  },
);
