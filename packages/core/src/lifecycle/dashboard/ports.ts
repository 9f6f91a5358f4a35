import type { DocumentStatus, Viewer } from '../../documents/index.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LifecycleStatus } from '../dates/status.ts';
import type { VerificationOutcome } from '../identities/outcome.ts';
import type { ReadLifecycle } from '../lifecycles/lifecycle.ts';
import type { RenewalStatus } from '../renewals/renewal.ts';
import type { RetentionStatus } from '../retention/candidate.ts';
import type { TypeDuties } from '../risks/open-risks.ts';
import type { RiskAcknowledgement, RiskCode } from '../risks/risk.ts';

/** A lifecycle with all that answers tell of it and that its risks are read off. */
export interface LifecycleFacts extends ReadLifecycle {
  readonly documentName: string;
  readonly documentStatus: DocumentStatus;
  readonly typeId: string | null;
  readonly typeName: string | null;
  readonly duties: TypeDuties | null;
  readonly scan: 'clean' | 'skipped';
  readonly uploadedAt: Instant;
  /** The open one. */
  readonly renewal: {
    readonly caseId: string;
    readonly status: RenewalStatus;
    readonly dueOn: PlainDate;
  } | null;
  /** That about its destruction which is not over. */
  readonly candidate: { readonly id: string; readonly status: RetentionStatus } | null;
  readonly identity: {
    readonly verificationId: string;
    readonly outcome: VerificationOutcome;
    readonly verifiedAt: Instant;
  } | null;
  readonly reviewOn: PlainDate | null;
  readonly acknowledgements: readonly Omit<RiskAcknowledgement, 'documentId'>[];
}

export const boardSorts = ['expiresOn', 'name', 'updatedAt', 'status'] as const;

/** Which documents the dashboard shows; what is null does not matter. */
export interface BoardFilter {
  readonly statuses: readonly LifecycleStatus[] | null;
  readonly typeId: string | null;
  readonly ownerUserId: string | null;
  /** With all below it. */
  readonly folderId: string | null;
  readonly policyId: string | null;
  readonly held: boolean | null;
  readonly risk: RiskCode | null;
  /** Of the date in force, both included. */
  readonly from: PlainDate | null;
  readonly to: PlainDate | null;
  /** Each of them has to be found in the texts of the document. */
  readonly words: readonly string[];
}

/** What the status and the risks of documents depend on at an instant beside what is said of them. */
export interface BoardStanding {
  readonly asOf: Instant;
  /** The date at that instant in each zone that lifecycles have. */
  readonly todays: ReadonlyMap<string, PlainDate>;
  /** Documents that other contexts hold. */
  readonly heldElsewhere: readonly string[];
}

/** A walk through the dashboard, or a count of it: all of it as things stand at one instant. */
export interface BoardQuestion extends BoardStanding {
  readonly filter: BoardFilter;
  readonly viewer: Viewer;
}

export interface BoardOrder {
  readonly sort: (typeof boardSorts)[number];
  readonly isDescending: boolean;
}

/** Where a page begins: the part of the order that the last document was in, its value there, and its id. */
export interface BoardPlace {
  readonly part: number;
  readonly value: string | null;
  readonly documentId: string;
}

export interface BoardEntry extends LifecycleFacts {
  readonly part: number;
  /** What the part is ordered by. */
  readonly sortedBy: string | null;
}

export interface BoardCounts {
  readonly byStatus: Readonly<Partial<Record<LifecycleStatus, number>>>;
  /** The most frequent ones first. */
  readonly byType: readonly {
    readonly typeId: string | null;
    readonly name: string | null;
    readonly count: number;
  }[];
  readonly byOwner: readonly {
    readonly ownerUserId: string | null;
    readonly displayName: string | null;
    readonly count: number;
  }[];
  /** How many end within so many days from today on. */
  readonly expiringIn: {
    readonly d7: number;
    readonly d30: number;
    readonly d60: number;
    readonly d90: number;
  };
  readonly missingDate: number;
  readonly missingOwner: number;
  readonly unconfirmed: number;
  readonly expired: number;
  readonly held: number;
  readonly acknowledged: number;
}

export interface BoardOptions {
  readonly types: readonly { readonly id: string; readonly name: string }[];
  readonly owners: readonly { readonly userId: string; readonly displayName: string }[];
  readonly folders: readonly { readonly id: string; readonly path: string }[];
  readonly policies: readonly { readonly id: string; readonly name: string }[];
}

/** What a member has to keep in force, as far as the viewer sees it. */
export interface KeptDocuments {
  readonly userId: string;
  readonly avatarUrl: string | null;
  readonly ownedCount: number;
  readonly overdueCount: number;
}

/** Looks at the lifecycles of this workspace as a whole. Nobody counts or sees what they may not see (LIF-24). */
export interface LifecycleBoard {
  /** All about these documents at this time; one that is gone is left out. */
  facts(documentIds: readonly string[], now: Instant): Promise<readonly LifecycleFacts[]>;
  /** Documents in this order after a place; `limit + 1` rows mean that there are more. */
  page(
    question: BoardQuestion,
    order: BoardOrder,
    after: BoardPlace | null,
    limit: number,
  ): Promise<readonly BoardEntry[]>;
  /** The counts of what the same filter lists (LIF-19). */
  counts(question: BoardQuestion, mostGroups: number): Promise<BoardCounts>;
  /** How many documents a question finds, counted up to `most`. */
  countUpTo(question: BoardQuestion, most: number): Promise<number>;
  /** What can be filtered by, at most so many each. */
  options(viewer: Viewer, most: number): Promise<BoardOptions>;
  /** The zones that lifecycles of this workspace can have. */
  zones(): Promise<readonly string[]>;
  /** What these people keep in force, counted up to `most`. */
  keptBy(
    userIds: readonly string[],
    viewer: Viewer,
    now: Instant,
    most: number,
  ): Promise<readonly KeptDocuments[]>;
}

/** The counts that the database keeps where documents change. */
export interface LifecycleTallies {
  /** Adds up so many of the changes that are not folded yet, and answers how many there were. */
  fold(most: number): Promise<number>;
}

/** Answers the sweep across all workspaces. */
export interface TallySweep {
  /** Workspaces with at least so many changes that are not folded yet, by id, after this one. */
  toFold(fewest: number, after: string | null, most: number): Promise<readonly string[]>;
}
