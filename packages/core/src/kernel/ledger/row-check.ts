import { equalInConstantTime, hexOf } from '../crypto.ts';
import type { LedgerRow } from './audit-ledger.ts';
import { canonicalJson } from './canonical-json.ts';
import { entryHash } from './chain.ts';
import { type AuditPayload, projectionOf } from './payload.ts';

export type RowFault =
  | 'gap'
  | 'duplicate_seq'
  | 'prev_hash_mismatch'
  | 'hash_mismatch'
  | 'not_canonical'
  | 'wrong_workspace'
  | 'projection_mismatch';

/** The event that the walk has reached. */
export interface ChainPosition {
  readonly seq: number;
  readonly hash: Uint8Array;
}

export type CheckedRow =
  | { readonly ok: true; readonly position: ChainPosition; readonly payload: AuditPayload }
  | { readonly ok: false; readonly seq: number; readonly reason: RowFault };

/** Whether the row is the one that was appended behind `last`, checked in the order of records 7.9. */
export function checkRow(row: LedgerRow, last: ChainPosition, ledgerId: string): CheckedRow {
  const fault = (reason: RowFault, seq = row.seq): CheckedRow => ({ ok: false, seq, reason });
  const seq = last.seq + 1;

  if (row.seq <= last.seq) return fault('duplicate_seq');
  if (row.seq !== seq) return fault('gap', seq);
  if (row.prevHash !== hexOf(last.hash)) return fault('prev_hash_mismatch');
  const hash = entryHash(last.hash, seq, row.payload);
  if (row.hash !== hexOf(hash)) return fault('hash_mismatch');
  const payload = decodedPayload(row.payload);
  if (!payload || !isCanonical(payload, row.payload)) return fault('not_canonical');
  if (payload.workspaceId !== ledgerId) return fault('wrong_workspace');
  if (!hasProjection(row, payload)) return fault('projection_mismatch');
  return { ok: true, position: { seq, hash }, payload };
}

/** The object that the bytes hold, or null if they are not UTF-8, not JSON or no object. */
export function decodedPayload(bytes: Uint8Array): AuditPayload | null {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
    );
    // Behind a right hash only the encoder's output is expected; whatever is read from it below is compared, not trusted.
    return value !== null && typeof value === 'object' ? (value as AuditPayload) : null;
  } catch {
    return null;
  }
}

function isCanonical(payload: unknown, bytes: Uint8Array): boolean {
  try {
    return equalInConstantTime(canonicalJson(payload), bytes);
  } catch {
    return false;
  }
}

function hasProjection({ projection }: LedgerRow, payload: AuditPayload): boolean {
  if (!projection) return true;
  if (!payload.actor || !payload.target || !payload.refs) return false;
  const expected: Readonly<Record<string, unknown>> = { ...projectionOf(payload) };
  return Object.entries(projection).every(
    ([column, value]) => JSON.stringify(value) === JSON.stringify(expected[column]),
  );
}
