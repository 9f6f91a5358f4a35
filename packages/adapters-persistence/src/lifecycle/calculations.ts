import type { lifecycle as core } from '@chancery/core';
import { date, instant, int, json, key, nullable, tenant, text, texts, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type CalculationRow = Omit<core.Calculation, 'status'> & {
  workspaceId: string;
  outcome: core.Calculation['status'];
};

const CalculationRow = new EntitySchema<CalculationRow>({
  name: 'LifecycleCalculation',
  tableName: 'lifecycle_calculations',
  columns: {
    id: key(),
    workspaceId: tenant(),
    documentId: uuid(),
    policyId: nullable(uuid()),
    policyRevision: nullable(int()),
    basis: nullable(text()),
    inputs: json(),
    expiresOn: nullable(date()),
    graceEndsOn: nullable(date()),
    outcome: text(),
    notices: json(),
    trace: texts(),
    asOf: instant(),
  },
});

export function calculationRepository(sql: Sql, workspaceId: string): core.CalculationRepository {
  const calculations = table(sql, CalculationRow, { workspaceId });

  return {
    async add({ status, ...calculation }, most) {
      await calculations.insert({ ...calculation, outcome: status, workspaceId });
      await sql(forgetSql, [workspaceId, calculation.documentId, most]);
    },
    async newest(documentId) {
      const found = await sql.first<CalculationRow>(
        `select ${calculations.selection} from lifecycle_calculations
         where workspace_id = $1 and document_id = $2 order by id desc limit 1`,
        [workspaceId, documentId],
      );
      if (found === null) return null;
      const { outcome, ...calculation } = found;
      return { ...calculation, status: outcome };
    },
    has: async (documentId, id) => (await calculations.find({ documentId, id })) !== null,
  };
}

const forgetSql = `
  delete from lifecycle_calculations c using (
    select id from lifecycle_calculations where workspace_id = $1 and document_id = $2 order by id desc offset $3) old
  where c.workspace_id = $1 and c.id = old.id`;
