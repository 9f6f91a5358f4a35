import type { governance as core } from '@chancery/core';
import { bytes, instant, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type DecisionRow = core.PortalDecision & { workspaceId: string };
const DecisionRow = new EntitySchema<DecisionRow>({
  name: 'PortalDecision',
  tableName: 'portal_decisions',
  columns: {
    id: { ...uuid(), primary: true },
    workspaceId: tenant(),
    packageId: uuid(),
    decision: text(),
    signerName: text(),
    relationship: text(),
    typedSignature: nullable(text()),
    sealedDrawing: nullable(bytes()),
    drawingKeyId: nullable(uuid()),
    statementSha256: text(),
    decidedAt: instant(),
  },
});

export function portalDecisionRepository(sql: Sql, workspaceId: string): core.PortalDecisionRepository {
  const decisions = table(sql, DecisionRow, { workspaceId });
  return {
    add: (decision) => decisions.insert({ ...decision, workspaceId }),
    newest: (packageId) =>
      sql.first<core.PortalDecision>(
        `select ${decisions.selection} from portal_decisions where workspace_id = $1 and package_id = $2
         order by decided_at desc, id desc limit 1`,
        [workspaceId, packageId],
      ),
    receipt: ({ id: packageId, caseId }) =>
      sql.first<core.ConsentReceipt>(
        `select e.seq::float8 seq, encode(e.hash, 'hex') hash from audit_event e
         where e.ledger_id = $1 and e.case_id = $2 and e.target_kind = 'release_package' and e.target_id = $3
           and e.action in ('portal.consented', 'portal.declined')
         order by e.seq desc limit 1`,
        [workspaceId, caseId, packageId],
      ),
  };
}
