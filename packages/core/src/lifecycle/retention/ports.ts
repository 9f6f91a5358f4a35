import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { RetentionCandidate, RetentionStatus } from './candidate.ts';

/** A candidate as a list shows it. */
export interface ListedCandidate extends RetentionCandidate {
  readonly documentName: string;
}

export interface CandidateFilter {
  /** Null for all. */
  readonly status: RetentionStatus | null;
  readonly documentId: string | null;
  /** Those whose first day lies before this one. */
  readonly dueBefore: PlainDate | null;
}

/**
 * The candidates for destruction of this workspace. Whoever changes one has locked its document first: placing a hold,
 * approving and destroying wait for each other there, so that a document is never on hold and destroyed (HLD-2).
 */
export interface RetentionCandidateRepository {
  add(candidate: RetentionCandidate): Promise<void>;
  /** The candidate, or `candidate.not_found`. */
  get(id: string): Promise<ListedCandidate>;
  /** Stores it as the version after `candidate.version`, or throws `version_conflict`. */
  save(candidate: RetentionCandidate): Promise<RetentionCandidate>;
  /** The candidates of these documents that have not ended, by document. */
  liveOf(documentIds: readonly string[]): Promise<readonly RetentionCandidate[]>;
  /** By first day and id, after this key; `limit + 1` rows mean that there are more. */
  list(
    filter: CandidateFilter,
    after: readonly [eligibleOn: string, id: string] | null,
    limit: number,
  ): Promise<readonly ListedCandidate[]>;
  /** How many there are in each state, of those that the filter without its state finds. */
  counts(
    filter: CandidateFilter,
  ): Promise<readonly { readonly status: RetentionStatus; readonly count: number }[]>;
  /** How many keep the workspace from closing: scheduled and blocked ones. */
  blockingClosure(): Promise<number>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
}

export interface DueDisposition {
  readonly workspaceId: string;
  readonly documentId: string;
}

/** Answers the sweeps across all workspaces, by document, after this one. */
export interface RetentionSweep {
  /** Documents whose period is over and for which there is no candidate yet. */
  due(now: Instant, after: string | null, limit: number): Promise<readonly DueDisposition[]>;
  /** Documents whose candidate waits for a day that has come by now somewhere, or for the end of a hold. */
  waiting(today: PlainDate, after: string | null, limit: number): Promise<readonly DueDisposition[]>;
}
