import { Foundation0001 } from './0001-foundation.ts';
import { AuditLedger0002 } from './0002-audit-ledger.ts';

/** In the order in which they run. */
export const migrations = [Foundation0001, AuditLedger0002] as const;
