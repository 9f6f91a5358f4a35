/** At one seq the earlier reason is the one reported. */
const REASONS = [
  'gap',
  'duplicate_seq',
  'prev_hash_mismatch',
  'hash_mismatch',
  'not_canonical',
  'wrong_workspace',
  'projection_mismatch',
  'truncated',
  'beyond_head',
  'head_mismatch',
  'detail_mismatch',
  'detail_unexpected',
  'detail_missing',
  'checkpoint_mismatch',
] as const;
export type LedgerFaultReason = (typeof REASONS)[number];

export interface LedgerFault {
  readonly seq: number;
  readonly reason: LedgerFaultReason;
}

export type Found = (seq: number, reason: LedgerFaultReason) => void;

/** Of two faults the one that is reported. */
export function firstOf(one: LedgerFault | null, other: LedgerFault): LedgerFault {
  if (!one) return other;
  const order = one.seq - other.seq || REASONS.indexOf(one.reason) - REASONS.indexOf(other.reason);
  return order <= 0 ? one : other;
}
