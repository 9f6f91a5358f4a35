import type { LedgerFaultReason } from '@chancery/verify';
import type { Instant } from '../../kernel/time.ts';

/** What a verification in the database has found (records 4.12). */
export interface Verification {
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly headSeq: number;
  readonly headHash: string;
  readonly eventsChecked: number;
  readonly detailsChecked: number;
  readonly detailsErased: number;
  readonly checkpointsChecked: number;
  readonly lastCheckpoint: { readonly size: number; readonly issuedAt: Instant } | null;
  readonly fault: { readonly seq: number; readonly reason: LedgerFaultReason } | null;
  readonly anchoredBy: 'genesis' | 'checkpoint' | 'unanchored';
  /** Null if the range was walked to its end. */
  readonly nextFromSeq: number | null;
  readonly warnings: readonly VerificationWarning[];
}

export interface VerificationWarning {
  readonly seq: number;
  readonly code: 'time_regression' | 'no_checkpoint';
}

/** Of two faults the one that is reported: the smaller seq, and at one seq the earlier reason of records 7.9. */
export const faultReasons = [
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
] as const satisfies readonly LedgerFaultReason[];

type Fault = NonNullable<Verification['fault']>;
export const firstFault = (one: Fault | null, other: Fault): Fault =>
  one !== null &&
  (one.seq - other.seq || faultReasons.indexOf(one.reason) - faultReasons.indexOf(other.reason)) <= 0
    ? one
    : other;
