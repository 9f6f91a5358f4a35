import type { SealedDetail } from '../../kernel/detail-seal.ts';
import type { AuditPayload } from '../../kernel/ledger/index.ts';
import type { Instant } from '../../kernel/time.ts';

/** A detail as it is stored. */
export interface StoredDetail extends SealedDetail {
  readonly salt: Uint8Array;
}

/** Which events a list is about; null stands for no limit. */
export interface AuditEventFilter {
  readonly subjectId: string | null;
  readonly caseId: string | null;
  readonly artifactId: string | null;
  /** Part of the name of an action, whatever its case. */
  readonly action: string | null;
  /** Part of the name or address of a person, or of the name of a key; or the id of an actor. */
  readonly actor: string | null;
  readonly purposeOfUse: string | null;
  readonly outcome: string | null;
  /** Both ends are included. */
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** Only what this person did. */
  readonly ofUserId: string | null;
  /** Without what was done in cases whose wall keeps this person away. */
  readonly walledFrom: string;
  /** Only events all of whose labels are among these. */
  readonly labels: readonly string[] | null;
}

/** An event as the ledger holds it, and what is known of it today. */
export interface ListedEvent {
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly payload: AuditPayload;
  readonly actorName: string | null;
  readonly actorEmail: string | null;
  readonly detail: StoredDetail | null;
  /** The size of the smallest checkpoint that covers it. */
  readonly checkpointSize: number | null;
}
