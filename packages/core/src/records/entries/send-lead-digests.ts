import { groupBy } from '../../kernel/grouping.ts';
import { workspacePage } from '../../kernel/links.ts';
import { localDate, startOfDate } from '../../kernel/plain-dates.ts';
import type { Instant } from '../../kernel/time.ts';
import { recordMailJobs, recordSweepJobs } from '../jobs.ts';
import { type RecordsPorts, reaction, scheduled } from '../ports.ts';
import type { RecordEntry } from './entry.ts';
import { entriesUnsigned } from './events.ts';
import { leadDigestMail, type UnsignedInCase } from './lead-digest.ts';
import { whoSee } from './mail-entry.ts';

const mostInRun = 500;
const atHour = 8;

/**
 * Says each morning at eight of the workspace that there are entries whose authors were reminded twice, on the days before.
 * The mark and the job of the mails commit together (REC-103).
 */
export const sendLeadDigests = scheduled(
  {
    topic: 'records.unsigned_digests',
    cron: '*/15 * * * *',
    policy: recordSweepJobs,
    databaseRole: 'identity',
  },
  async ({ now, read, transact, timeZones }) => {
    const waiting = await read(({ signatureSweep }) => signatureSweep.forLeads(now, mostInRun));
    for (const { workspaceId, timeZone } of waiting) {
      const zone = timeZones.has(timeZone) ? timeZone : 'UTC';
      if (Number(timeZones.wall(now, zone).slice(11, 13)) < atHour) continue;
      const today = localDate(now, zone, timeZones);
      await transact(async (work) => {
        work.enter(workspaceId);
        const marked = await work.entries.noteDigest(today, startOfDate(today, zone, timeZones));
        if (marked > 0) work.emit(entriesUnsigned, { workspaceId, on: today });
      });
    }
  },
);

/** Those who lead the cases hear how many entries of each are not signed, as far as they see them. */
export const mailUnsignedToLeads = reaction(
  entriesUnsigned,
  {
    policy: recordMailJobs,
    mails: 'members',
    databaseRole: 'identity',
    topic: 'records.mail_unsigned_to_leads',
    aggregate: ({ workspaceId }) => ({ type: 'workspace', id: workspaceId }),
  },
  async ({ on }, { read, mail, settings, now }) => {
    const found = await read(async (ports) => {
      const unsigned = await unsignedByLead(await ports.entries.digested(on), ports, now);
      const contacts = await Promise.all(
        [...unsigned.keys()].map((userId) => ports.memberDirectory.contact(userId)),
      );
      return { unsigned, contacts, workspace: await ports.workspaceIdentity.profile() };
    });
    for (const contact of found.contacts) {
      const cases = contact === null ? undefined : found.unsigned.get(contact.userId);
      if (contact === null || cases === undefined) continue;
      await mail.send({
        key: contact.userId,
        to: { address: contact.address, name: contact.displayName },
        ...leadDigestMail({
          locale: contact.locale,
          recipientName: contact.displayName,
          cases,
          link: workspacePage(settings.webUrl, '/', found.workspace.id),
        }),
      });
    }
  },
);

/** Of each lead the cases with entries that they see, by the number of the case. */
async function unsignedByLead(
  entries: readonly RecordEntry[],
  ports: RecordsPorts,
  now: Instant,
): Promise<ReadonlyMap<string, readonly UnsignedInCase[]>> {
  const counts = new Map<string, Map<string, number>>();
  for (const [caseId, ofCase] of groupBy(entries, (entry) => entry.caseId)) {
    const recordCase = await ports.cases.find(caseId);
    if (recordCase === null) continue;
    const members = await ports.caseMembers.activeOf(caseId, now);
    const leads = members.filter(({ role }) => role === 'lead').map(({ userId }) => userId);
    for (const entry of ofCase)
      for (const userId of await whoSee(entry, leads, ports, now)) {
        const cases = counts.get(userId) ?? new Map<string, number>();
        cases.set(recordCase.caseNumber, (cases.get(recordCase.caseNumber) ?? 0) + 1);
        counts.set(userId, cases);
      }
  }
  return new Map(
    [...counts].map(([userId, cases]) => [
      userId,
      [...cases].map(([caseNumber, count]) => ({ caseNumber, count })).sort(byNumber),
    ]),
  );
}

const byNumber = (one: UnsignedInCase, other: UnsignedInCase): number =>
  one.caseNumber < other.caseNumber ? -1 : 1;
