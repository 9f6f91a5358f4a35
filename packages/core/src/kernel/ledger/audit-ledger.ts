import type { AuditProjection } from './payload.ts';

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
  readonly reason: string | null;
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
