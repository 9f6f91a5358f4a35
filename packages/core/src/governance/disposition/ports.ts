import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { Certificate } from './certificate.ts';
import type { DispositionItem, DispositionReview } from './review.ts';

export const reviewCursor = ['instant', 'id'] as const;

/** What a review says of a case beside its clock. */
export interface DispositionCase {
  readonly caseId: string;
  readonly caseNumber: string;
  readonly status: string;
  readonly blockedUserIds: readonly string[];
  readonly subjectId: string;
  readonly subjectNumber: string;
  readonly entries: number;
  readonly attachments: number;
  /** Whether somebody outside can still read a package of it. */
  readonly hasOpenPackage: boolean;
}

/** The disposition reviews of the workspace of this transaction, with their cases and certificates. */
export interface DispositionRepository {
  nextReviewNumber(year: string): Promise<number>;
  nextCertificateNumber(year: string): Promise<number>;
  add(review: DispositionReview, items: readonly DispositionItem[]): Promise<void>;
  find(id: string, lock?: 'for update'): Promise<DispositionReview | null>;
  /** Stores it as the version after `review.version`, or throws `version_conflict`. */
  save(review: DispositionReview): Promise<DispositionReview>;
  /** The newest first. `limit + 1` mean that there are more. */
  list(after: CursorKey<typeof reviewCursor> | null, limit: number): Promise<readonly DispositionReview[]>;
  /** In their order. */
  items(reviewIds: readonly string[]): Promise<readonly DispositionItem[]>;
  saveItem(item: DispositionItem): Promise<void>;
  /** What is said of these cases; a case that there is not is left out. */
  cases(caseIds: readonly string[], now: Instant): Promise<readonly DispositionCase[]>;
  /** Of these cases, those that stand in another open review than this one. */
  inOtherReviews(caseIds: readonly string[], reviewId: string | null): Promise<ReadonlySet<string>>;
  /** Whether a case stands in a review that was approved, or is being executed. */
  isApproved(caseId: string): Promise<boolean>;
  /** Whether a subject has a consent that holds, or another case that was not disposed of. */
  isSubjectNeeded(subjectId: string, now: Instant): Promise<boolean>;
  /** Who leads any of these cases. */
  leadsOf(caseIds: readonly string[]): Promise<readonly string[]>;
  addCertificate(certificate: Certificate): Promise<void>;
  /** With the line of the ledger that holds its digest, and the first checkpoint over it, once there are. */
  certificate(reviewId: string): Promise<ListedCertificate | null>;
  certificateIds(reviewIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  counts(since: Instant): Promise<{
    readonly pending: number;
    readonly executed: number;
    readonly failed: number;
    readonly failedSince: Instant | null;
    readonly executing: number;
  }>;
  purge(): Promise<void>;
}

export interface ListedCertificate extends Certificate {
  readonly auditSeq: number | null;
  readonly checkpointSize: number | null;
}

export interface DueReview {
  readonly workspaceId: string;
  readonly id: string;
}

/** What the sweep asks about all workspaces. */
export interface DispositionSweep {
  /** Approvals that are over, and deferrals whose day may have come. */
  due(now: Instant, latestDay: PlainDate, most: number): Promise<readonly DueReview[]>;
}
