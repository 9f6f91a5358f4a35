import type { SealedDetail } from '../../kernel/detail-seal.ts';
import type { LedgerHead, LedgerRow, LedgerVerdict } from '../../kernel/ledger/index.ts';
import type { SealingKey } from '../../kernel/ports.ts';
import type { Instant } from '../../kernel/time.ts';
import type { AuditEventFilter, ListedEvent, StoredDetail } from './listed-event.ts';

/** A detail with the event that it stands beside. */
export interface PlacedDetail extends StoredDetail {
  readonly seq: number;
  readonly eventId: string;
}

export type StoredRow = LedgerRow & { readonly detail: StoredDetail | null };

/** The events of the ledger that the transaction has entered. Numbers of events are those of the chain, from 1 on. */
export interface AuditTrail {
  head(): Promise<LedgerHead | null>;
  /** Hashes of the events, both ends included, in order; fewer if some are missing. */
  hashes(fromSeq: number, toSeq: number): Promise<readonly Uint8Array[]>;
  /** The events that made these versions of entries final; what there is none of is left out. */
  finalizations(
    contents: readonly { readonly artifactId: string; readonly contentHash: string }[],
  ): Promise<readonly { readonly seq: number; readonly hash: string; readonly contentHash: string }[]>;
  /** Rows with query columns and details, both ends included, in order. */
  rows(fromSeq: number, toSeq: number): Promise<readonly StoredRow[]>;
  /** Those of the rows that have a detail, or should have one. */
  rowsWithDetails(fromSeq: number, toSeq: number, limit: number): Promise<readonly StoredRow[]>;
  /** Recomputes chain, query columns and head in the database. */
  verify(fromSeq: number, toSeq: number): Promise<LedgerVerdict>;
  /** Events that are dated more than five minutes before the one in front of them. */
  timeRegressions(fromSeq: number, toSeq: number, limit: number): Promise<readonly number[]>;
  /** Which of these details the ledger says were erased, up to this event. */
  erased(seqs: readonly number[], toSeq: number): Promise<readonly number[]>;
  /** When the first event behind this one was that is not about checkpoints; null if there is none. */
  oldestNews(afterSeq: number): Promise<Instant | null>;
  /** The newest first, before this event; `limit + 1` rows mean that there are more. */
  list(
    filter: AuditEventFilter,
    before: number | null,
    offset: number,
    limit: number,
  ): Promise<readonly ListedEvent[]>;
  /** The number of the line that says that this bundle of the case was made; null if there is none. */
  seqOfBundle(caseId: string, bundleId: string): Promise<number | null>;
  /** Whether a detail of the range belongs to an event with a label beyond these, or of a case whose wall keeps this person away. */
  hasHiddenDetails(
    hidden: { readonly labels: readonly string[]; readonly walledFrom: string },
    fromSeq: number,
    toSeq: number,
  ): Promise<boolean>;
  /** Those of the cases whose wall keeps this person away. */
  walledOff(caseIds: readonly string[], userId: string): Promise<readonly string[]>;
  /** The oldest details under the key of this name, in the order of their events. */
  detailsUnder(keyId: string, most: number): Promise<readonly PlacedDetail[]>;
  /** Puts a detail under another key, if it is still sealed as it was. */
  moveDetail(seq: number, was: Uint8Array, becomes: SealedDetail): Promise<void>;
  /** Deletes details; the event that says so is emitted in the same transaction. How many there were. */
  eraseDetails(seqs: readonly number[]): Promise<readonly number[]>;
}

/** Hashes of complete subtrees of 256^level events, in tiles of up to 256 of them (C2SP tlog-tiles). */
export interface AuditTiles {
  /** How many hashes of this level are stored. */
  count(level: number): Promise<number>;
  /** The hashes from `start` up to before `end`. */
  read(level: number, start: number, end: number): Promise<readonly Uint8Array[]>;
  /** Puts hashes behind those that are there, of which there are `start`. */
  append(level: number, start: number, hashes: readonly Uint8Array[]): Promise<void>;
}

export const checkpointReasons = [
  'schedule',
  'count',
  'bundle',
  'release',
  'certificate',
  'check',
  'manual',
] as const;
export type CheckpointReason = (typeof checkpointReasons)[number];

export interface Cosignature {
  readonly name: string;
  readonly keyId: string;
  readonly line: string;
  readonly cosignedAt: Instant;
}

/** A signed checkpoint; `note` has the lines of the log itself. */
export interface StoredCheckpoint {
  readonly size: number;
  readonly rootHash: string;
  readonly note: string;
  readonly issuedAt: Instant;
  readonly reason: CheckpointReason;
  /** In the order in which they came. */
  readonly cosignatures: readonly Cosignature[];
}

/** A key of the log. The one that waits for its first checkpoint has neither size. */
export interface LogKey {
  readonly id: string;
  readonly keyId: string;
  readonly vkey: string;
  readonly privateSealed: Uint8Array;
  readonly createdAt: Instant;
  /** The first checkpoint that it signed. */
  readonly fromSize: number | null;
  /** The last one; null while it signs. */
  readonly toSize: number | null;
}

/** What is known of the ledger as a log. */
export interface AuditLog {
  /** Null until the first checkpoint. */
  readonly origin: string | null;
  /** What the last verification found; null if nothing is known to be wrong. */
  readonly fault: { readonly seq: number; readonly reason: string } | null;
  readonly verifiedAt: Instant | null;
  readonly verifiedOk: boolean | null;
  /** The head that the last whole verification reached. */
  readonly verifiedSeq: number | null;
  /** Where the nightly verification goes on; null if none is under way. */
  readonly walk: { readonly nextSeq: number; readonly headSeq: number } | null;
}

/** Checkpoints over the ledger that the transaction has entered. */
export interface CheckpointLog {
  /** Until the transaction ends nobody else issues a checkpoint over this ledger; false if somebody does now. */
  lock(how: 'wait' | 'try'): Promise<boolean>;
  log(): Promise<AuditLog>;
  saveLog(log: AuditLog): Promise<void>;
  /** The oldest first. */
  keys(): Promise<readonly LogKey[]>;
  addKey(key: LogKey): Promise<void>;
  saveKeySizes(key: LogKey): Promise<void>;
  newest(): Promise<StoredCheckpoint | null>;
  /** The largest that a witness has cosigned. */
  newestCosigned(): Promise<StoredCheckpoint | null>;
  at(size: number): Promise<StoredCheckpoint | null>;
  /** The smallest that covers the event. */
  covering(seq: number): Promise<StoredCheckpoint | null>;
  /** The largest first, below this size; `limit + 1` mean that there are more. */
  list(below: number | null, limit: number): Promise<readonly StoredCheckpoint[]>;
  /** Ascending, with sizes above the first number and up to the second; at most `limit`. */
  between(above: number, upTo: number, limit: number): Promise<readonly StoredCheckpoint[]>;
  add(checkpoint: StoredCheckpoint): Promise<void>;
  /** False if this key has cosigned it already. */
  addCosignature(size: number, cosignature: Cosignature): Promise<boolean>;
}

export interface SweptLedger {
  readonly ledgerId: string;
  readonly timeZone: string | null;
  readonly verifiedAt: Instant | null;
  /** Whether a verification is under way. */
  readonly isWalked: boolean;
}

/** What looks across ledgers, under the role `identity`. */
export interface LedgerSweep {
  /** Ledgers with news, if their newest checkpoint is that old or has so many events behind it. */
  toCheckpoint(
    issuedBy: Instant,
    events: number,
  ): Promise<readonly { readonly ledgerId: string; readonly reason: 'schedule' | 'count' }[]>;
  /** Every ledger, with the zone of its workspace; that of the installation has none. */
  all(): Promise<readonly SweptLedger[]>;
  /** The ledger whose checkpoints begin with this line. */
  ofOrigin(origin: string): Promise<string | null>;
}

/** Signs checkpoints. It may hold the private half itself, or name a key that a key service holds. */
export interface CheckpointSigner {
  /** A new Ed25519 key. What `sealed` holds only this signer reads; `name` binds it to its place. */
  create(name: string): Promise<{ readonly publicKey: Uint8Array; readonly sealed: Uint8Array }>;
  sign(sealed: Uint8Array, name: string, bytes: Uint8Array): Promise<Uint8Array>;
}

/** A place outside the database where checkpoints are kept, so that a rewritten history can be found. */
export interface CheckpointSink {
  /** Keeps the note; a repetition changes nothing. Throws while the place is away. */
  publish(ledgerId: string, size: number, note: string): Promise<void>;
}

/** Answers the sweep across all workspaces. */
export interface WaitingDetailSweep {
  /** Subjects and cases with details in the ledger that the key ring has sealed for them. */
  scopes(most: number): Promise<readonly (SealingKey & { readonly workspaceId: string })[]>;
}
