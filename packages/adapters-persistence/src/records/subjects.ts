import { records as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { nextRecordNumber } from './counters.ts';
import { linesOfSubjects } from './subject-lines.ts';
import { countActiveSubjects, identifiedSubjects, listSubjects, subjectsAlike } from './subject-list.ts';

type SubjectRow = core.Subject & { workspaceId: string };
/** What the search looks through is written and never read back. */
type WrittenRow = SubjectRow & { searchable: string };

const columns = {
  id: key(),
  workspaceId: tenant(),
  subjectNumber: text(),
  kind: text(),
  name: nullable(json()),
  displayName: text(),
  aliases: json(),
  birthDate: nullable(text()),
  birthDateEstimated: boolean(),
  deceasedOn: nullable(text()),
  gender: nullable(text()),
  pronouns: nullable(text()),
  language: nullable(text()),
  interpreterNeeded: boolean(),
  contacts: json(),
  addresses: json(),
  externalReference: nullable(text()),
  tags: texts(),
  customFields: json(),
  status: text(),
  ownMask: int(),
  mergedMask: int(),
  effectiveMask: int(),
  mergedIntoSubjectId: nullable(uuid()),
  canonicalSubjectId: uuid(),
  disposedAt: nullable(instant()),
  createdByUserId: text(),
  createdAt: instant(),
  updatedByUserId: text(),
  updatedAt: instant(),
  version: int(),
};
const SubjectRow = new EntitySchema<SubjectRow>({ name: 'Subject', tableName: 'subjects', columns });
const WrittenRow = new EntitySchema<WrittenRow>({
  name: 'WrittenSubject',
  tableName: 'subjects',
  columns: { ...columns, searchable: text() },
});

const written = (subject: core.Subject, workspaceId: string): WrittenRow => ({
  ...subject,
  workspaceId,
  searchable: core.wordsOfSubject(subject).join(' '),
});

export function subjectRepository(sql: Sql, workspaceId: string): core.SubjectRepository {
  const subjects = table(sql, SubjectRow, { workspaceId });
  const writing = table(sql, WrittenRow, { workspaceId });
  const lines = linesOfSubjects(sql, workspaceId, subjects.selection);

  return {
    lockUniqueness: () => lockName(sql, `subjects:${workspaceId}`),
    nextNumber: () => nextRecordNumber(sql, workspaceId, 'subjects'),
    add: (subject) => writing.insert(written(subject, workspaceId)),
    find: (id, lock) => subjects.find({ id }, lock),
    ...lines,
    async save(subject) {
      const after = { ...subject, version: subject.version + 1 };
      const saved = await writing.update(
        { id: subject.id, version: subject.version },
        written(after, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      return after;
    },
    async isReferenceTaken(externalReference, exceptId) {
      const found = await sql(
        `select from subjects where workspace_id = $1 and external_reference = $2 and id is distinct from $3::uuid`,
        [workspaceId, externalReference, exceptId],
      );
      return found.length > 0;
    },
    list: (filter, reach, after, limit) =>
      listSubjects(sql, { workspaceId, selection: subjects.selection }, { filter, reach, after, limit }),
    alike: (keys, reach, most) =>
      subjectsAlike(sql, { workspaceId, selection: subjects.selection }, { keys, reach, most }),
    async isEmpty() {
      const found = await sql('select from subjects where workspace_id = $1 limit 1', [workspaceId]);
      return found.length === 0;
    },
    countActive: (reach) => countActiveSubjects(sql, workspaceId, reach),
    identified: (by, mask) => identifiedSubjects(sql, workspaceId, by, mask),
    async purge() {
      await sql('delete from subjects where workspace_id = $1', [workspaceId]);
      await sql('delete from record_counters where workspace_id = $1', [workspaceId]);
    },
  };
}
