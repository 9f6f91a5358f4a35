import { type records as core, versionConflict } from '@chancery/core';
import { boolean, bytes, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { listEntries } from './entry-list.ts';
import { entryPages } from './entry-pages.ts';
import { openItemsIn } from './open-items.ts';
import { pinnedVersions } from './pinned-versions.ts';
import { caseOpens, caseReach, parameters, reachingAs, standingOn } from './reach.ts';

type EntryRow = core.RecordEntry & { workspaceId: string };
const EntryRow = new EntitySchema<EntryRow>({
  name: 'RecordEntry',
  tableName: 'record_entries',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    subjectId: uuid(),
    encounterId: nullable(uuid()),
    entryType: text(),
    title: text(),
    templateId: nullable(uuid()),
    templateVersion: nullable(int()),
    status: text(),
    workingNumber: nullable(int()),
    currentVersion: nullable(int()),
    occurredAt: instant(),
    lateEntry: boolean(),
    signatureDueAt: nullable(instant()),
    ownMask: int(),
    effectiveMask: int(),
    authorUserId: text(),
    reviewPolicy: text(),
    coSignPolicy: text(),
    coSignStatus: text(),
    coSignerUserId: nullable(text()),
    coSignVersion: nullable(int()),
    coSignRequestedAt: nullable(instant()),
    coSignDecidedAt: nullable(instant()),
    coSignDecidedByUserId: nullable(text()),
    source: nullable(json()),
    replacesArtifactId: nullable(uuid()),
    errorAt: nullable(instant()),
    errorByUserId: nullable(text()),
    errorReasonSealed: nullable(bytes()),
    errorPriorStatus: nullable(text()),
    createdByUserId: text(),
    createdAt: instant(),
    updatedByUserId: text(),
    updatedAt: instant(),
    version: int(),
  },
});
type VersionRow = core.EntryVersion & { workspaceId: string };
const VersionRow = new EntitySchema<VersionRow>({
  name: 'RecordEntryVersion',
  tableName: 'record_entry_versions',
  columns: {
    workspaceId: tenant(),
    entryId: { ...uuid(), primary: true },
    number: { ...int(), primary: true },
    state: text(),
    submission: int(),
    contentSealed: nullable(bytes()),
    contentHash: nullable(text()),
    changeSummarySealed: nullable(bytes()),
    amendmentId: nullable(uuid()),
    authorUserId: text(),
    createdAt: instant(),
    submittedAt: nullable(instant()),
    approvedByUserId: nullable(text()),
    approvedAt: nullable(instant()),
    singlePerson: boolean(),
    finalizedAt: nullable(instant()),
    supersededAt: nullable(instant()),
  },
});
type SubmissionRow = core.EntrySubmission & { workspaceId: string };
const SubmissionRow = new EntitySchema<SubmissionRow>({
  name: 'RecordEntrySubmission',
  tableName: 'record_entry_submissions',
  columns: {
    workspaceId: tenant(),
    entryId: { ...uuid(), primary: true },
    number: { ...int(), primary: true },
    submission: { ...int(), primary: true },
    documentSealed: nullable(bytes()),
    contentHash: text(),
    submittedAt: instant(),
    submittedByUserId: text(),
    outcome: text(),
    reasonSealed: nullable(bytes()),
  },
});

export function entryRepository(sql: Sql, workspaceId: string): core.EntryRepository {
  const entries = table(sql, EntryRow, { workspaceId });
  const versions = table(sql, VersionRow, { workspaceId });

  return {
    lockCase: (caseId) => lockName(sql, `record_entries:${workspaceId}:${caseId}`),
    async countInCase(caseId, most) {
      const [count = 0] = await sql.column<number>(
        'select count(*)::integer from (select from record_entries where workspace_id = $1 and case_id = $2 limit $3) e',
        [workspaceId, caseId, most],
      );
      return count;
    },
    async add(entry, version) {
      await entries.insert({ ...entry, workspaceId });
      await versions.insert({ ...version, workspaceId });
    },
    find: (id, lock) => entries.find({ id }, lock),
    async findSeen(id, reach, lock) {
      const { values, given } = parameters(workspaceId);
      const as = reachingAs(reach, given);
      const row = await sql.first<core.RecordEntry & { standing: core.CaseStanding }>(
        `select ${entries.selection.replaceAll(/(^|, )/g, '$1e.')}, ${standingOn(as, 'entry')} standing
         from record_entries e join record_cases c on c.workspace_id = $1 and c.id = e.case_id ${caseReach(as, 'entry').joins}
         where e.workspace_id = $1 and e.id = ${given(id)}::uuid
           and (e.effective_mask & ~${caseOpens(as, `e.author_user_id = ${as.user}`)}) = 0${lock === undefined ? '' : ' for update of e'}`,
        values,
      );
      if (row === null) return null;
      const { standing, ...entry } = row;
      return { entry, standing: { ...standing, isAuthor: entry.authorUserId === reach.reader.userId } };
    },
    async save(entry) {
      const after = { ...entry, version: entry.version + 1 };
      const saved = await entries.update({ id: entry.id, version: entry.version }, { ...after, workspaceId });
      if (saved === 0) throw versionConflict();
      return after;
    },
    list: (caseId, asked) => listEntries(sql, { workspaceId, selection: entries.selection }, caseId, asked),
    openItemsIn: (caseId, reach) => openItemsIn(sql, workspaceId, caseId, reach),
    ...notesOf(sql, workspaceId),
    ...versionsOf(sql, workspaceId),
  };
}

/** What the repository is asked beside the entries themselves. */
const notesOf = (
  sql: Sql,
  workspaceId: string,
): Pick<
  core.EntryRepository,
  'toCoSignBy' | 'replacedBy' | 'isAnySignedOf' | 'noteSignatureReminder' | 'noteDigest' | 'digested'
> => ({
  toCoSignBy: (userId, caseId) =>
    sql(
      `select ${table(sql, EntryRow, { workspaceId }).selection} from record_entries
       where workspace_id = $1 and case_id = $2 and co_signer_user_id = $3
         and co_sign_status in ('not_requested', 'pending') and error_at is null order by id for update`,
      [workspaceId, caseId, userId],
    ),
  async replacedBy(id) {
    const [found] = await sql.column<string>(
      'select id from record_entries where workspace_id = $1 and replaces_artifact_id = $2 order by id limit 1',
      [workspaceId, id],
    );
    return found ?? null;
  },
  async isAnySignedOf(encounterId) {
    const [found] = await sql.column<string>(
      'select id from record_entries where workspace_id = $1 and encounter_id = $2 and current_version is not null limit 1',
      [workspaceId, encounterId],
    );
    return found !== undefined;
  },
  noteDigest: (on, dayStart) =>
    sql.changed(
      `update record_signature_reminders r set digested_on = $2 from record_entries e
       where r.workspace_id = $1 and r.hours_late = 72 and r.handed_on_at < $3 and (r.digested_on is null or r.digested_on < $2::date)
         and e.workspace_id = $1 and e.id = r.entry_id and e.signature_due_at = r.due_at`,
      [workspaceId, on, dayStart],
    ),
  digested: (on) =>
    sql(
      `select ${table(sql, EntryRow, { workspaceId }).selection.replaceAll(/(^|, )/g, '$1e.')}
       from record_signature_reminders r join record_entries e on e.workspace_id = $1 and e.id = r.entry_id and e.signature_due_at = r.due_at
       where r.workspace_id = $1 and r.hours_late = 72 and r.digested_on = $2 order by e.id`,
      [workspaceId, on],
    ),
  async noteSignatureReminder(id, dueAt, hoursLate, at) {
    const noted = await sql.changed(
      `insert into record_signature_reminders (workspace_id, entry_id, due_at, hours_late, handed_on_at)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [workspaceId, id, dueAt, hoursLate, at],
    );
    return noted > 0;
  },
});

/** What the repository does with versions, and with what was submitted of them. */
function versionsOf(
  sql: Sql,
  workspaceId: string,
): Pick<
  core.EntryRepository,
  | 'versions'
  | 'workingVersions'
  | 'saveVersion'
  | 'addVersion'
  | 'submissions'
  | 'addSubmission'
  | 'settleSubmission'
  | 'pinned'
  | 'passedAmong'
  | 'page'
  | 'versionsOfAll'
  | 'submissionsOfAll'
> {
  const versions = table(sql, VersionRow, { workspaceId });
  const submissions = table(sql, SubmissionRow, { workspaceId });
  const selections = {
    entry: table(sql, EntryRow, { workspaceId }).selection,
    version: versions.selection,
    submission: submissions.selection,
  };
  return {
    ...pinnedVersions(sql, workspaceId, selections),
    ...entryPages(sql, workspaceId, selections),
    versions: (entryId) =>
      sql<core.EntryVersion>(
        `select ${versions.selection} from record_entry_versions where workspace_id = $1 and entry_id = $2 order by number`,
        [workspaceId, entryId],
      ),
    workingVersions: (entryIds) =>
      sql<core.EntryVersion>(
        `select ${versions.selection.replaceAll(/(^|, )/g, '$1v.')} from record_entry_versions v
         join record_entries e on e.workspace_id = $1 and e.id = v.entry_id and e.working_number = v.number
         where v.workspace_id = $1 and v.entry_id = any($2)`,
        [workspaceId, entryIds],
      ),
    async saveVersion(version) {
      await versions.update(
        { entryId: version.entryId, number: version.number },
        { ...version, workspaceId },
      );
    },
    addVersion: (version) => versions.insert({ ...version, workspaceId }),
    submissions: (entryId) =>
      sql<core.EntrySubmission>(
        `select ${submissions.selection} from record_entry_submissions where workspace_id = $1 and entry_id = $2 order by number, submission`,
        [workspaceId, entryId],
      ),
    addSubmission: (submission) => submissions.insert({ ...submission, workspaceId }),
    async settleSubmission({ entryId, number, submission }, outcome, reasonSealed) {
      await submissions.update({ entryId, number, submission }, { outcome, reasonSealed });
    },
  };
}
