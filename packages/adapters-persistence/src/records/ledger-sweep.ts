import type { records as core } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

/** Which ledgers there are, and which have news, across workspaces. */
export const ledgerSweep = (sql: Sql): core.LedgerSweep => ({
  toCheckpoint: (issuedBy, events) =>
    sql<{ ledgerId: string; reason: 'schedule' | 'count' }>(
      'select ledger_id "ledgerId", reason from chancery_ledgers_to_checkpoint($1, $2)',
      [issuedBy, events],
    ),
  all: () =>
    sql<core.SweptLedger>(
      'select ledger_id "ledgerId", time_zone "timeZone", verified_at "verifiedAt", is_walked "isWalked" from chancery_ledgers()',
    ),
  async ofOrigin(origin) {
    const row = await sql.first<{ ledgerId: string | null }>(
      'select chancery_ledger_of_origin($1) "ledgerId"',
      [origin],
    );
    return row?.ledgerId ?? null;
  },
});
