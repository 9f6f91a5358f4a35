import type { LifecycleSummary, Viewer } from '../../documents/index.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { AssignmentScope } from '../dates/precedence.ts';
import type { EvaluatedDocument, Lifecycle, LifecycleOutcome, ReadLifecycle } from './lifecycle.ts';

/** What a policy was put on. */
export interface AssignmentTarget {
  readonly scope: AssignmentScope;
  /** Null for the workspace. */
  readonly targetId: string | null;
}

/**
 * Documents that a change concerns: those below a target, those to which a policy applies, or those below anything that a
 * policy is assigned to.
 */
export type ConcernedDocuments =
  | AssignmentTarget
  | { readonly policyId: string }
  | { readonly assignedPolicyId: string };

/**
 * The lifecycles of the documents of this workspace. Whoever changes one has locked its document first, and of several the one
 * with the lower id first, so that nobody waits in a circle.
 */
export interface LifecycleRepository {
  /** The lifecycle of a document with its status at this time; every document has one from its first moment on. */
  read(documentId: string, now: Instant): Promise<ReadLifecycle>;
  /** What lists of documents say about these at this time, in one statement. */
  summaries(documentIds: readonly string[], now: Instant): Promise<ReadonlyMap<string, LifecycleSummary>>;
  /** Stores what people said as the version after `lifecycle.version`, or throws `version_conflict`. */
  save(lifecycle: Lifecycle): Promise<Lifecycle>;
  /** Locks these documents in the order of their ids and reads what their dates follow from; one that is gone is left out. */
  toEvaluate(documentIds: readonly string[]): Promise<readonly EvaluatedDocument[]>;
  /** Stores what follows, for lists of documents too; versions stay as they are. */
  settle(outcomes: ReadonlyMap<string, LifecycleOutcome>): Promise<void>;
  /** Notes for which date of the document a renewal was opened, so that its policy opens no second one. */
  noteRenewal(documentId: string, forExpiresOn: PlainDate | null): Promise<void>;
  /** Makes another person, or nobody, the one who keeps in force what this one did. */
  handOver(userId: string, heirUserId: string | null, at: Instant): Promise<void>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
  /** Documents that a change concerns, by id, after this one. */
  concerned(by: ConcernedDocuments, after: string | null, limit: number): Promise<readonly string[]>;
  /** To how many active documents that somebody sees each policy applies, counted up to `most`. */
  countsOfPolicies(
    policyIds: readonly string[],
    viewer: Viewer,
    most: number,
  ): Promise<ReadonlyMap<string, number>>;
  /** How many those are. */
  countConcerned(by: ConcernedDocuments): Promise<number>;
}
