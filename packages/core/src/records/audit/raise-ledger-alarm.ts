import { workspacePage } from '../../kernel/links.ts';
import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { reaction } from '../ports.ts';
import { auditIntegrityFailed, ledgerAlarmDue } from './events.ts';
import { auditJobs } from './jobs.ts';
import { ledgerAlarmMail } from './mails/ledger-alarm.ts';

/** A ledger that fails its verification concerns every owner and every privacy officer, each once (REC-79). */
export const raiseLedgerAlarm = reaction(
  auditIntegrityFailed,
  { topic: 'audit.alarm', policy: auditJobs, needs: ['ledgerId', 'firstBadSeq', 'reason'], mails: 'members' },
  ({ firstBadSeq, reason }, { once }) =>
    once(async ({ memberDirectory, recordStandings, emit }) => {
      const officers = await recordStandings.withDuty('privacy_officer');
      for (const personId of new Set([...(await memberDirectory.ownerIds()), ...officers]))
        emit(ledgerAlarmDue, { personId, firstBadSeq, reason });
    }),
);

export const mailLedgerAlarm = reaction(
  ledgerAlarmDue,
  {
    topic: 'audit.mail_alarm',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ personId, firstBadSeq, reason }, { read, mail, settings }) => {
    const found = await read(async ({ memberDirectory, workspaceIdentity }) => {
      const person = await memberDirectory.contact(personId);
      return person && { person, workspace: await workspaceIdentity.identity() };
    });
    if (found === null) return;
    const { person, workspace } = found;
    await mail.send({
      key: personId,
      to: { address: person.address, name: person.displayName },
      ...ledgerAlarmMail({
        locale: person.locale,
        recipientName: person.displayName,
        workspaceName: workspace.name,
        firstBadSeq,
        reason,
        link: workspacePage(settings.webUrl, '/records/audit', workspace.id),
      }),
    });
  },
);
