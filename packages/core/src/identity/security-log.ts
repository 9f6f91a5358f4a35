import type { Instant } from '../kernel/time.ts';

/** A sign-in that was refused. It is in no ledger, because nobody knows whose sign-in it was or for which workspace (platform 12). */
export interface FailedSignIn {
  readonly id: string;
  readonly at: Instant;
  /** The use case that was called. */
  readonly row: string;
  /** The failure code that was answered. */
  readonly code: string;
  /** A keyed digest of the address, the same whether or not anybody owns it; null if none was sent. */
  readonly accountKey: string | null;
  readonly network: string;
  readonly requestId: string;
}

/** Lines are kept for 180 days and never changed; for transactions of the role `identity`. */
export interface SecurityLog {
  add(failed: FailedSignIn): Promise<void>;
}
