import { type records as core, versionConflict } from '@chancery/core';
import { boolean, instant, int, key, nullable, tenant, text, uuid } from '../kernel/columns.ts';
import { EntitySchema } from '../kernel/entity-schema.ts';
import type { Sql } from '../kernel/sql.ts';
import { table } from '../kernel/table.ts';

type TransferRow = core.CaseTransfer & { workspaceId: string };
const TransferRow = new EntitySchema<TransferRow>({
  name: 'CaseTransfer',
  tableName: 'case_transfers',
  columns: {
    id: key(),
    workspaceId: tenant(),
    caseId: uuid(),
    fromUserId: text(),
    toUserId: text(),
    outgoingRole: text(),
    moveFollowUps: boolean(),
    reason: text(),
    status: text(),
    expiresAt: instant(),
    decidedAt: nullable(instant()),
    decidedByUserId: nullable(text()),
    decisionReason: nullable(text()),
    createdByUserId: text(),
    createdAt: instant(),
    updatedAt: instant(),
    version: int(),
  },
});

export function caseTransferRepository(sql: Sql, workspaceId: string): core.CaseTransferRepository {
  const transfers = table(sql, TransferRow, { workspaceId });
  return {
    async add(transfer) {
      // The case is locked by whoever asks, so nobody else adds one meanwhile.
      if ((await transfers.find({ caseId: transfer.caseId, status: 'pending' })) !== null) return false;
      await transfers.insert({ ...transfer, workspaceId });
      return true;
    },
    get: (id, lock) => transfers.find({ id }, lock),
    pendingOf: (caseId, lock) => transfers.find({ caseId, status: 'pending' }, lock),
    async save(transfer) {
      const after = { ...transfer, version: transfer.version + 1 };
      const saved = await transfers.update({ id: transfer.id, version: transfer.version }, after);
      if (saved === 0) throw versionConflict();
      return after;
    },
  };
}

/** Answers the sweep by a function that sees all workspaces and returns ids alone. */
export const caseTransferSweep = (sql: Sql): core.CaseTransferSweep => ({
  toExpire: (now, limit) =>
    sql('select workspace_id "workspaceId", id from chancery_case_transfers_to_expire($1, $2)', [now, limit]),
});
