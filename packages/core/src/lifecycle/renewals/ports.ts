import type { Viewer } from '../../documents/index.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { ReviewOfRenewal } from '../reviews/review-meeting.ts';
import type { RenewalCase, RenewalStatus } from './renewal.ts';

/** A renewal as a list shows it. */
export interface ListedRenewal extends RenewalCase {
  readonly documentName: string;
  /** The zone in which the days of the document begin. */
  readonly timeZone: string;
  /** The meetings about it that were not called off, the earliest first. */
  readonly reviewMeetings: readonly ReviewOfRenewal[];
}

export interface RenewalFilter {
  /** Null for all. */
  readonly statuses: readonly RenewalStatus[] | null;
  readonly ownerUserId: string | null;
  readonly documentId: string | null;
  readonly dueBefore: PlainDate | null;
}

/**
 * The renewals of this workspace. Whoever changes one has locked its document first, and of two documents the one with the
 * lower id first.
 */
export interface RenewalRepository {
  /** Whoever calls has found no open one of the same document. */
  add(renewal: RenewalCase): Promise<void>;
  /** The renewal as somebody who sees its document, or `renewal.not_found`. */
  see(id: string, viewer: Viewer): Promise<ListedRenewal>;
  /** The same for background work; null if there is none. */
  get(id: string): Promise<ListedRenewal | null>;
  /** Stores it as the version after `renewal.version`; throws `version_conflict`. */
  save(renewal: RenewalCase): Promise<RenewalCase>;
  /** The open one of a document, or null. */
  openOf(documentId: string): Promise<RenewalCase | null>;
  /** The open ones of a document, and those that wait for approval with it as the replacement, by id. */
  concerning(documentId: string): Promise<readonly RenewalCase[]>;
  /** By due date and id, after this key, of documents that the viewer sees; `limit + 1` rows mean that there are more. */
  list(
    filter: RenewalFilter,
    viewer: Viewer,
    after: readonly [dueOn: string, id: string] | null,
    limit: number,
  ): Promise<readonly ListedRenewal[]>;
  /** The open ones of a person. */
  openOfOwner(userId: string): Promise<readonly string[]>;
  /** Makes another person the owner of what this one's open renewals are. */
  handOver(userId: string, heirUserId: string, at: Instant): Promise<void>;
  /**
   * Of a document and those that it leads to, the ids: what took its place, or is to take it once approved, and so on. At
   * most a hundred.
   */
  successors(documentId: string): Promise<readonly string[]>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
}

export interface DueRenewal {
  readonly workspaceId: string;
  readonly documentId: string;
}

/** Answers the sweep across all workspaces. */
export interface RenewalSweep {
  /** Documents of open renewals that are overdue by this date, as far as their owners have not heard of it; the lowest id first. */
  overdue(before: PlainDate, after: string | null, limit: number): Promise<readonly DueRenewal[]>;
}
