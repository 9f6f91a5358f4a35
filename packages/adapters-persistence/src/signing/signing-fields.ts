import type { signing as core } from '@chancery/core';
import { boolean, instant, int, json, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

const number = () => ({ type: 'double precision' as const });

export const SigningFieldRow = new EntitySchema<core.SigningField & { workspaceId: string }>({
  name: 'SigningField',
  tableName: 'signing_fields',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    roundId: uuid(),
    signerId: uuid(),
    kind: text(),
    page: int(),
    x: number(),
    y: number(),
    width: number(),
    height: number(),
    label: nullable(text()),
    required: boolean(),
    readOnly: boolean(),
    defaultValue: nullable(json()),
    maxLength: nullable(int()),
    multiline: boolean(),
    dateMode: nullable(text()),
    dateFormat: nullable(text()),
    fontSize: nullable(number()),
    value: nullable(json()),
    completedAt: nullable(instant()),
    clientRef: nullable(text()),
  },
});

export function signingFieldRepository(sql: Sql, workspaceId: string): core.SigningFieldRepository {
  const fields = table(sql, SigningFieldRow, { workspaceId });
  const add: core.SigningFieldRepository['add'] = (added) =>
    fields.insert(added.map((field) => ({ ...field, workspaceId })));
  return {
    of: (roundId) =>
      sql(
        `select ${fields.selection} from signing_fields where workspace_id = $1 and round_id = $2 order by page, y, x, id`,
        [workspaceId, roundId],
      ),
    async replace(roundId, replacing) {
      await fields.delete({ roundId });
      await add(replacing);
    },
    add,
    async fill(filled) {
      await sql(fillSql, [
        workspaceId,
        JSON.stringify(filled.map(({ id, value, completedAt }) => ({ id, value, completedAt }))),
      ]);
    },
    async destroyValues(documentId) {
      await fields.update({ documentId }, { value: null, defaultValue: null });
    },
  };
}

const fillSql = `
  update signing_fields f set value = nullif(given.value, 'null'::jsonb), completed_at = given."completedAt"
  from jsonb_to_recordset($2::jsonb) given (id uuid, value jsonb, "completedAt" timestamptz)
  where f.workspace_id = $1 and f.id = given.id`;
