import { workspacePage } from '../../kernel/links.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { whoSee } from '../entries/mail-entry.ts';
import { recordMailJobs } from '../jobs.ts';
import { type RecordsPorts, type RecordsReacting, reaction } from '../ports.ts';
import { type Amendment, type AmendmentStatus, isUndecided, isUnderWay } from './amendment.ts';
import { type AmendmentNotice, amendmentMail } from './amendment-notice.ts';
import {
  amendmentAccepted,
  amendmentDenied,
  amendmentExtended,
  amendmentFulfilled,
  amendmentLate,
  amendmentRequested,
} from './events.ts';

const job = { policy: recordMailJobs, mails: 'members', databaseRole: 'identity' } as const;
const aggregate = ({ amendmentId }: { readonly amendmentId: string }) => ({
  type: 'amendment',
  id: amendmentId,
});

type Chosen = (
  found: { readonly amendment: Amendment; readonly entry: RecordEntry },
  ports: RecordsPorts,
  now: string,
) => Promise<readonly string[]>;

const requester: Chosen = async ({ amendment: { requestedByUserId } }) =>
  requestedByUserId === null ? [] : [requestedByUserId];
const author: Chosen = async ({ entry }) => [entry.authorUserId];
const leads: Chosen = async ({ entry }, { caseMembers }, now) =>
  (await caseMembers.activeOf(entry.caseId, now))
    .filter(({ role }) => role === 'lead')
    .map(({ userId }) => userId);

const needsId = { aggregate, needs: ['amendmentId'] } as const;

/** Those who lead the case hear that somebody asks for a change. */
export const mailAmendmentRequested = reaction(
  amendmentRequested,
  { ...job, ...needsId, topic: 'records.mail_amendment_requested' },
  ({ amendmentId }, context) => mailOf(amendmentId, 'requested', leads, isUndecided, context),
);

/** Whoever asked hears that it takes longer. */
export const mailAmendmentExtended = reaction(
  amendmentExtended,
  { ...job, ...needsId, topic: 'records.mail_amendment_extended' },
  ({ amendmentId }, context) => mailOf(amendmentId, 'extended', requester, isUndecided, context),
);

/** Whoever asked hears that it was accepted. */
export const mailAmendmentAccepted = reaction(
  amendmentAccepted,
  { ...job, ...needsId, topic: 'records.mail_amendment_accepted' },
  ({ amendmentId }, context) => mailOf(amendmentId, 'accepted', requester, isUnderWay, context),
);

/** Whoever is to write the new version hears of it. */
export const mailAmendmentVersion = reaction(
  amendmentAccepted,
  { ...job, ...needsId, topic: 'records.mail_amendment_version' },
  ({ amendmentId }, context) => mailOf(amendmentId, 'version_opened', author, isUnderWay, context),
);

const stands =
  (status: AmendmentStatus) =>
  (amendment: Amendment): boolean =>
    amendment.status === status;

/** Whoever asked hears that it was denied. */
export const mailAmendmentDenied = reaction(
  amendmentDenied,
  { ...job, ...needsId, topic: 'records.mail_amendment_denied' },
  ({ amendmentId }, context) => mailOf(amendmentId, 'denied', requester, stands('denied'), context),
);

/** Whoever asked hears that the entry was changed. */
export const mailAmendmentFulfilled = reaction(
  amendmentFulfilled,
  { ...job, ...needsId, topic: 'records.mail_amendment_fulfilled' },
  ({ amendmentId }, context) => mailOf(amendmentId, 'fulfilled', requester, stands('fulfilled'), context),
);

/** Those who lead the case hear each day for a week that a request is late, and then privacy officers (REC-50). */
export const mailAmendmentLate = reaction(
  amendmentLate,
  { ...job, topic: 'records.mail_amendment_late', aggregate },
  ({ amendmentId, audience }, context) =>
    audience === 'leads'
      ? mailOf(amendmentId, 'late', leads, isUndecided, context)
      : mailOf(amendmentId, 'late', officers, isUndecided, context, 'whoever they are to the entry'),
);

const officers: Chosen = async (_, { recordStandings }) => recordStandings.withDuty('privacy_officer');

async function mailOf(
  amendmentId: string,
  notice: AmendmentNotice,
  chosen: Chosen,
  isStill: (amendment: Amendment) => boolean,
  { read, mail, settings, now }: RecordsReacting,
  /** A privacy officer hears of numbers and days of what they do not pass. */
  beyondAccess?: 'whoever they are to the entry',
): Promise<void> {
  const found = await read(async (ports) => {
    const amendment = await ports.amendments.find(amendmentId);
    const entry = amendment && (await ports.entries.find(amendment.entryId));
    if (amendment === null || entry === null || !isStill(amendment)) return null;
    const recordCase = await ports.cases.find(entry.caseId);
    if (recordCase === null) return null;
    const all = await chosen({ amendment, entry }, ports, now);
    const userIds = beyondAccess === undefined ? await whoSee(entry, all, ports, now) : all;
    const contacts = await Promise.all(userIds.map((userId) => ports.memberDirectory.contact(userId)));
    return { amendment, recordCase, contacts, workspace: await ports.workspaceIdentity.profile() };
  });
  for (const contact of found?.contacts ?? []) {
    if (found === null || contact === null) continue;
    await mail.send({
      key: contact.userId,
      to: { address: contact.address, name: contact.displayName },
      ...amendmentMail({
        locale: contact.locale,
        recipientName: contact.displayName,
        notice,
        caseNumber: found.recordCase.caseNumber,
        dueOn: found.amendment.dueOn,
        link: workspacePage(settings.webUrl, '/', found.workspace.id),
      }),
    });
  }
}
