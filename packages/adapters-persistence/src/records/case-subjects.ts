import type { records as core } from '@chancery/core';
import { date, instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';
import { parameters, subjectFor } from './reach.ts';

type LinkRow = core.CaseSubject & { workspaceId: string };
const LinkRow = new EntitySchema<LinkRow>({
  name: 'CaseSubject',
  tableName: 'case_subjects',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    subjectId: uuid(),
    role: text(),
    relationship: nullable(text()),
    startsOn: nullable(date()),
    endsOn: nullable(date()),
    linkedAt: instant(),
    endedAt: nullable(instant()),
  },
});

export function caseSubjectRepository(sql: Sql, workspaceId: string): core.CaseSubjectRepository {
  const links = table(sql, LinkRow, { workspaceId });

  return {
    find: (id) => links.find({ id }),
    activeOf: (caseId) => links.findAll({ caseId, endedAt: null }),
    async save({ id, role, relationship, startsOn, endsOn, endedAt }) {
      await links.update({ id }, { role, relationship, startsOn, endsOn, endedAt });
    },
    add: (added) => links.insert(added.map((each) => ({ ...each, workspaceId }))),
    idsOf: (caseId) =>
      sql.column<string>(
        `select distinct u.id from case_subjects l join subjects s on s.workspace_id = $1 and s.id = l.subject_id
         join subjects u on u.workspace_id = $1 and u.id in (s.id, s.canonical_subject_id)
         where l.workspace_id = $1 and l.case_id = $2 and l.ended_at is null`,
        [workspaceId, caseId],
      ),
    of(caseId, reach) {
      const { values, given } = parameters(workspaceId);
      const { seen: passes, opened } = subjectFor(reach, given);
      const seen = `${passes} and ${opened}`;
      return sql<core.LinkedSubject>(
        `select ${links.selection}, (select s.display_name from subjects s
           where s.workspace_id = $1 and s.id = l.subject_id and ${seen}) "displayName"
         from case_subjects l where l.workspace_id = $1 and l.case_id = ${given(caseId)}::uuid and l.ended_at is null
         order by l.role <> 'primary', l.linked_at, l.id`,
        values,
      );
    },
  };
}
