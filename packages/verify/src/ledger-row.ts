import { hexOf, textOfUtf8 } from './bytes.ts';
import { isCanonical } from './canonical-json.ts';
import { entryHash } from './chain.ts';
import type { Hashing } from './hashing.ts';
import { type AuditPayload, type AuditProjection, projectionOf, type WalkedPayload } from './payload.ts';

/** Hashes outside the chain's own arithmetic are lower-case hex. */
export interface LedgerHead {
  /** 0 while the ledger is empty; `hash` is then the genesis hash. */
  readonly seq: number;
  readonly hash: string;
}

export interface LedgerRow {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly payload: Uint8Array;
  /** The query columns, if they are to be compared with the payload. */
  readonly projection?: AuditProjection;
}

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
  /** The same as text. */
  readonly hex: string;
}

export type CheckedRow =
  | { readonly ok: true; readonly position: ChainPosition; readonly payload: WalkedPayload }
  | { readonly ok: false; readonly seq: number; readonly reason: RowFault };

/** What the payload of a row says, or null if it is not in its canonical form. */
export type PayloadReader = (row: LedgerRow) => WalkedPayload | null;

export const canonicalPayload: PayloadReader = ({ payload }) => {
  // Bytes that are no text are no JSON either.
  const text = textOfUtf8(payload) ?? '';
  const value = decodedPayload(text);
  return value && isCanonical(value, text) ? value : null;
};

/** Whether the row is the one that was appended behind `last`, checked in the order of the reasons. */
export function* checkRow(
  row: LedgerRow,
  last: ChainPosition,
  ledgerId: string,
  payloadOf: PayloadReader,
): Hashing<CheckedRow> {
  const fault = (reason: RowFault, seq = row.seq): CheckedRow => ({ ok: false, seq, reason });
  const seq = last.seq + 1;

  if (row.seq <= last.seq) return fault('duplicate_seq');
  if (row.seq !== seq) return fault('gap', seq);
  if (row.prevHash !== last.hex) return fault('prev_hash_mismatch');
  const hash = yield* entryHash(last.hash, seq, row.payload);
  const hex = hexOf(hash);
  if (row.hash !== hex) return fault('hash_mismatch');
  const payload = payloadOf(row);
  if (!payload) return fault('not_canonical');
  if (payload.workspaceId !== ledgerId) return fault('wrong_workspace');
  if (!hasProjection(row, payload)) return fault('projection_mismatch');
  return { ok: true, position: { seq, hash, hex }, payload };
}

/** The event that the bytes spell, as a proof carries them; null if they are not JSON. Bytes that are no text are none. */
export const eventOf = (payload: Uint8Array): AuditPayload | null =>
  decodedPayload(textOfUtf8(payload) ?? '');

/** The object that the text holds, or null if it is not JSON or no object. */
function decodedPayload(text: string): AuditPayload | null {
  try {
    const value: unknown = JSON.parse(text);
    // Behind a right hash only the encoder's output is expected; whatever is read from it is compared, not trusted.
    return value !== null && typeof value === 'object' ? (value as AuditPayload) : null;
  } catch {
    return null;
  }
}

function hasProjection({ projection }: LedgerRow, payload: WalkedPayload): boolean {
  if (!projection) return true;
  if (!payload.actor || !payload.target || !payload.refs) return false;
  // What else is missing is compared as missing.
  const expected: Readonly<Record<string, unknown>> = { ...projectionOf(payload as AuditPayload) };
  return Object.entries(projection).every(
    ([column, value]) => JSON.stringify(value) === JSON.stringify(expected[column]),
  );
}
