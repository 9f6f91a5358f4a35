import type { WritingContext } from '../../kernel/handler-context.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { RecordCase } from './case.ts';

/** Where the time for which a case is kept stands. */
export const keptStates = ['not_started', 'running', 'due', 'permanent', 'disposed'] as const;
export type KeptState = (typeof keptStates)[number];

/** How long a case is kept, as whoever reads it is told. */
export interface KeptCase {
  /** Null if no policy holds for the case. */
  readonly policyId: string | null;
  readonly policyName: string | null;
  readonly state: KeptState;
  readonly triggerDate: PlainDate | null;
  readonly dueOn: PlainDate | null;
  readonly onHold: boolean;
}

/** What a comparison of clocks with their recomputation has found, for some cases. */
export interface ComparedClocks {
  /** Behind which case the next ones begin; null if there are none. */
  readonly after: string | null;
  readonly checked: number;
  /** Of these, those that differ and that a job is about to compute anew. */
  readonly waiting: number;
  readonly faults: readonly {
    readonly caseId: string;
    readonly code: 'missing' | 'unexpected' | 'differs';
  }[];
}

/** A hold that is on a case. */
export interface CoveringHold {
  readonly id: string;
  readonly holdNumber: string;
  readonly name: string;
}

/** A case that is just being opened. */
export type OpenedCase = Pick<RecordCase, 'id' | 'primarySubjectId'>;
type KeepingContext = Pick<WritingContext, 'newId' | 'now' | 'user' | 'emit'>;

/** Answers what records ask about how long they are kept, in the transaction that asks. */
export interface CaseRetention {
  of(caseId: string): Promise<KeptCase>;
  /**
   * Keeps a new case by this policy, whatever holds for its type. Throws a fault of the field `retentionPolicyId` if no such
   * policy is active.
   */
  keepBy(policyId: string, opened: OpenedCase, context: KeepingContext): Promise<void>;
  /** The active holds that cover the case. */
  holdsOn(caseId: string): Promise<readonly CoveringHold[]>;
  /** Of these subjects, those that an active hold covers. */
  heldSubjects(subjectIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether it was approved that something becomes of the case: then it stays as it is. */
  isApproved(caseId: string): Promise<boolean>;
  /** Compares the clock of a case, or of the next ones of all, with what it is computed from. */
  compared(
    caseId: string | null,
    after: string | null,
    at: { readonly now: Instant; readonly timeZones: Pick<TimeZoneRules, 'wall'> },
  ): Promise<ComparedClocks>;
}
