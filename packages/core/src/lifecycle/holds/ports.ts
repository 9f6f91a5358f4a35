import type { DocumentHold } from '../../documents/index.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LegalHold, LegalHoldStatus } from './legal-hold.ts';

/**
 * The holds on documents of this workspace. Whoever places or releases one has locked the document first, as whoever trashes
 * or destroys it has; so a document is never on hold and destroyed at once (HLD-2).
 */
export interface LegalHoldRepository {
  add(hold: LegalHold): Promise<void>;
  /** The hold, even if it was released, or `document_hold.not_found`. */
  get(id: string): Promise<LegalHold>;
  release(hold: LegalHold): Promise<void>;
  /** The active holds on a document, the oldest first. */
  activeOn(documentId: string): Promise<readonly LegalHold[]>;
  /** Those of a document, the newest first, after this one; `limit + 1` rows mean that there are more. */
  list(
    documentId: string,
    status: LegalHoldStatus | null,
    after: string | null,
    limit: number,
  ): Promise<readonly LegalHold[]>;
  /** The active ones on these documents; null is every document. */
  active(documentIds: readonly string[] | null): Promise<readonly DocumentHold[]>;
  /** Notes that somebody was told that an active hold is to be looked at. */
  noteReview(id: string, reviewOn: PlainDate): Promise<void>;
  /** Makes one person the custodian of what another was. */
  handOver(userId: string, heirUserId: string, at: Instant): Promise<void>;
}

export interface HoldToReview {
  readonly workspaceId: string;
  readonly holdId: string;
}

/** Answers the sweep across all workspaces. */
export interface LegalHoldSweep {
  /** Active holds whose day of review comes before this one, of which nobody was told, by id, after this one. */
  toReview(before: PlainDate, after: string | null, limit: number): Promise<readonly HoldToReview[]>;
}
