import { records as core, versionConflict } from '@chancery/core';
import { instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import { lockName } from '../kernel/name-lock.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { caseContents } from './case-contents.ts';
import { countCases, listCases } from './case-list.ts';
import { nextRecordNumber } from './counters.ts';
import { relabelEntries } from './entry-list.ts';
import { caseReach, parameters, reachingAs, standingOn } from './reach.ts';
import { readableCases } from './readable-cases.ts';

type CaseRow = core.RecordCase & { workspaceId: string };
/** What the search looks through is written and never read back. */
type WrittenRow = CaseRow & { searchable: string };

const columns = {
  id: key(),
  workspaceId: tenant(),
  caseNumber: text(),
  title: text(),
  caseType: text(),
  description: nullable(text()),
  status: text(),
  statusChangedAt: instant(),
  priority: text(),
  visibility: text(),
  ownMask: int(),
  effectiveMask: int(),
  primarySubjectId: uuid(),
  blockedUserIds: texts(),
  openedAt: instant(),
  closedAt: nullable(instant()),
  closureOutcome: nullable(text()),
  referralSource: nullable(text()),
  jurisdiction: nullable(text()),
  externalReference: nullable(text()),
  tags: texts(),
  customFields: json(),
  createdByUserId: text(),
  createdAt: instant(),
  updatedByUserId: text(),
  updatedAt: instant(),
  version: int(),
};
const CaseRow = new EntitySchema<CaseRow>({ name: 'RecordCase', tableName: 'record_cases', columns });
const WrittenRow = new EntitySchema<WrittenRow>({
  name: 'WrittenRecordCase',
  tableName: 'record_cases',
  columns: { ...columns, searchable: text() },
});

const written = (recordCase: core.RecordCase, workspaceId: string): WrittenRow => ({
  ...recordCase,
  workspaceId,
  searchable: core.wordsOfCase(recordCase).join(' '),
});

type Seeing = Pick<
  core.CaseRepository,
  'findSeen' | 'list' | 'countByStatus' | 'contentsOf' | 'openOfSubject' | 'readable' | 'readableAmong'
>;
type Keeping = Omit<core.CaseRepository, keyof Seeing>;

export const caseRepository = (sql: Sql, workspaceId: string): core.CaseRepository => ({
  ...keepingCases(sql, workspaceId),
  ...seeingCases(sql, workspaceId),
});

/** What is stored, whoever sees it. */
function keepingCases(sql: Sql, workspaceId: string): Keeping {
  const cases = table(sql, CaseRow, { workspaceId });
  const writing = table(sql, WrittenRow, { workspaceId });

  return {
    lockUniqueness: () => lockName(sql, `cases:${workspaceId}`),
    nextNumber: (year) => nextRecordNumber(sql, workspaceId, `cases:${year}`),
    add: (recordCase) => writing.insert(written(recordCase, workspaceId)),
    find: (id, lock) => cases.find({ id }, lock),
    async save(recordCase) {
      const after = { ...recordCase, version: recordCase.version + 1 };
      const saved = await writing.update(
        { id: recordCase.id, version: recordCase.version },
        written(after, workspaceId),
      );
      if (saved === 0) throw versionConflict();
      await relabelEntries(sql, workspaceId, { caseId: recordCase.id });
      return after;
    },
    async isReferenceTaken(externalReference, exceptId) {
      const others = 'workspace_id = $1 and external_reference = $2 and id is distinct from $3::uuid';
      const values = [workspaceId, externalReference, exceptId];
      return (await sql(`select from record_cases where ${others}`, values)).length > 0;
    },
    async relabelOfSubject(subjectId) {
      await sql(
        `update record_cases c set effective_mask = c.own_mask | s.effective_mask from subjects s
         where c.workspace_id = $1 and c.primary_subject_id = $2 and s.workspace_id = $1 and s.id = $2
           and c.effective_mask <> (c.own_mask | s.effective_mask)`,
        [workspaceId, subjectId],
      );
      await relabelEntries(sql, workspaceId, { subjectId });
    },
    async purge() {
      await sql('delete from record_cases where workspace_id = $1', [workspaceId]);
    },
  };
}

/** What the caller passes, by the one function that decides. */
function seeingCases(sql: Sql, workspaceId: string): Seeing {
  const cases = table(sql, CaseRow, { workspaceId });

  return {
    async findSeen(id, reach, lock) {
      const { values, given } = parameters(workspaceId);
      const as = reachingAs(reach, given);
      const { joins, opens } = caseReach(as);
      const row = await sql.first<core.RecordCase & { standing: core.CaseStanding }>(
        `select ${cases.selection.replaceAll(/(^|, )/g, '$1c.')}, ${standingOn(as)} standing from record_cases c ${joins}
         where c.workspace_id = $1 and c.id = ${given(id)}::uuid and (c.effective_mask & ~${opens}) = 0${lock === undefined ? '' : ' for update of c'}`,
        values,
      );
      if (row === null) return null;
      const { standing, ...recordCase } = row;
      return { case: recordCase, standing };
    },
    list: (filter, reach, after, limit) =>
      listCases(sql, { workspaceId, selection: cases.selection }, { filter, reach, after, limit }),
    countByStatus: (reach) => countCases(sql, workspaceId, reach),
    contentsOf: (caseId, reach) => caseContents(sql, workspaceId, caseId, reach),
    openOfSubject: (subjectId) =>
      sql.column(
        `select c.id from case_subjects l join record_cases c on c.workspace_id = $1 and c.id = l.case_id
         where l.workspace_id = $1 and l.subject_id = $2 and l.ended_at is null and c.status = any($3) limit 1`,
        [workspaceId, subjectId, core.openCaseStatuses],
      ),
    readable: (reach, mostOpenNamed) => readableCases(sql, workspaceId, reach, mostOpenNamed),
    readableAmong(caseIds, reach) {
      const { values, given } = parameters(workspaceId);
      const { joins, opens } = caseReach(reachingAs(reach, given));
      return sql.column(
        `select c.id from record_cases c ${joins}
         where c.workspace_id = $1 and c.id = any(${given(caseIds)}::uuid[]) and (c.effective_mask & ~${opens}) = 0`,
        values,
      );
    },
  };
}
