import type { LedgerFaultReason, LedgerHead, LedgerRow } from '@chancery/verify';

/** Personal data of an event, sealed under the key of whom it speaks of. */
export interface SealedDetail {
  readonly salt: Uint8Array;
  readonly sealedValue: Uint8Array;
  readonly keyId: string;
}

export interface LedgerAppend {
  readonly payload: Uint8Array;
  readonly detail: SealedDetail | null;
}

export interface LedgerVerdict {
  readonly ok: boolean;
  readonly firstBadSeq: number | null;
  readonly reason: LedgerFaultReason | null;
  readonly eventsChecked: number;
}

/** The append-only chains of events, one per ledger. */
export interface AuditLedger {
  /** Makes the ledger; opening it again changes nothing. */
  open(ledgerId: string): Promise<void>;
  /**
   * Appends in the given order and locks the ledger until the transaction ends: the last call of a transaction, once
   * per ledger, ledgers in ascending id. Throws if the ledger was never opened or is not the caller's.
   */
  append(ledgerId: string, events: readonly LedgerAppend[]): Promise<readonly LedgerHead[]>;
  /** The newest event, or null if the caller sees no such ledger. */
  head(ledgerId: string): Promise<LedgerHead | null>;
  /** Rows with their query columns, both ends included, in order. */
  read(ledgerId: string, fromSeq: number, toSeq: number): Promise<readonly LedgerRow[]>;
  /**
   * Recomputes chain, query columns and head inside the database. It does not see a payload that is valid JSON but not
   * canonical, nor details and checkpoints: `verifyLedger` does.
   */
  verify(ledgerId: string, fromSeq?: number, toSeq?: number): Promise<LedgerVerdict>;
}
