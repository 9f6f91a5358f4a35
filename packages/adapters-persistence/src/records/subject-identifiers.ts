import type { records as core } from '@chancery/core';
import { boolean, bytes, date, instant, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type IdentifierRow = core.SubjectIdentifier & { workspaceId: string };

const IdentifierRow = new EntitySchema<IdentifierRow>({
  name: 'SubjectIdentifier',
  tableName: 'subject_identifiers',
  columns: {
    id: key(),
    workspaceId: tenant(),
    subjectId: uuid(),
    type: text(),
    system: text(),
    valueSealed: bytes(),
    keyId: nullable(uuid()),
    maskSealed: nullable(bytes()),
    valueMac: text(),
    valueKey: nullable(text()),
    issuer: nullable(text()),
    startsOn: nullable(date()),
    endsOn: nullable(date()),
    primary: { ...boolean(), name: 'is_primary' },
    status: text(),
    conflictGroup: nullable(uuid()),
    createdAt: instant(),
  },
});

export function subjectIdentifierRepository(sql: Sql, workspaceId: string): core.SubjectIdentifierRepository {
  const identifiers = table(sql, IdentifierRow, { workspaceId });

  return {
    add: (added) => identifiers.insert(added.map((each) => ({ ...each, workspaceId }))),
    ...foundIdentifiers(sql, workspaceId, identifiers.selection),
    async reseal({ id, valueSealed: was }, { valueSealed, keyId, maskSealed, valueKey }) {
      await sql(
        `update subject_identifiers set value_sealed = $4, key_id = $5, mask_sealed = $6, value_key = $7
         where workspace_id = $1 and id = $2 and value_sealed = $3`,
        [workspaceId, id, was, valueSealed, keyId, maskSealed, valueKey],
      );
    },
    async setStatus(id, status) {
      await identifiers.update({ id }, { status, primary: false });
    },
    async demote(subjectId, type) {
      await sql(
        'update subject_identifiers set is_primary = false where workspace_id = $1 and subject_id = $2 and type = $3 and is_primary',
        [workspaceId, subjectId, type],
      );
    },
    async markConflict(valueMac, conflictGroup) {
      await sql(
        `update subject_identifiers set conflict_group = $3 where workspace_id = $1 and value_mac = $2 and status = 'active'`,
        [workspaceId, valueMac, conflictGroup],
      );
    },
  };
}

type Found = Pick<core.SubjectIdentifierRepository, 'of' | 'ofUnions' | 'holders' | 'waiting'>;

const foundIdentifiers = (sql: Sql, workspaceId: string, selection: string): Found => ({
  of: (subjectIds) =>
    sql<core.SubjectIdentifier>(
      `select ${selection} from subject_identifiers
       where workspace_id = $1 and subject_id = any($2::uuid[]) order by subject_id, id`,
      [workspaceId, subjectIds],
    ),
  ofUnions: (subjectIds) =>
    sql<core.SubjectIdentifier>(
      `select ${selection} from subject_identifiers
       where workspace_id = $1 and subject_id in (select unnest($2::uuid[]) union all
         select id from subjects where workspace_id = $1 and status = 'merged' and canonical_subject_id = any($2::uuid[]))
       order by subject_id, id`,
      [workspaceId, subjectIds],
    ),
  holders: (valueMacs) =>
    sql<{ subjectId: string; valueMac: string }>(
      `select subject_id "subjectId", value_mac "valueMac" from subject_identifiers
       where workspace_id = $1 and value_mac = any($2) and status = 'active' order by id`,
      [workspaceId, valueMacs],
    ),
  waiting: (subjectId, most) =>
    sql<core.SubjectIdentifier>(
      `select ${selection} from subject_identifiers
       where workspace_id = $1 and subject_id = $2 and key_id is null order by id limit $3`,
      [workspaceId, subjectId, most],
    ),
});
