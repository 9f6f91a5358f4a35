import type { TimeZoneRules } from '../../kernel/ports.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';

/** How long a case is kept, as whoever reads it is told. */
export interface KeptCase {
  readonly policyId: string;
  readonly policyName: string;
  readonly state: 'not_started' | 'running' | 'due' | 'permanent' | 'disposed';
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

/** Answers what records ask about how long they are kept, in the transaction that asks. */
export interface CaseRetention {
  /** Null if no policy holds for the case. */
  of(caseId: string): Promise<KeptCase | null>;
  /** The active holds that cover the case. */
  holdsOn(
    caseId: string,
  ): Promise<readonly { readonly id: string; readonly holdNumber: string; readonly name: string }[]>;
  /** Whether it was approved that something becomes of the case: then it stays as it is. */
  isApproved(caseId: string): Promise<boolean>;
  /** Compares the clock of a case, or of the next ones of all, with what it is computed from. */
  compared(
    caseId: string | null,
    after: string | null,
    at: { readonly now: Instant; readonly timeZones: Pick<TimeZoneRules, 'wall'> },
  ): Promise<ComparedClocks>;
}
