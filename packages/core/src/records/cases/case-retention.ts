import type { PlainDate } from '../../kernel/time.ts';

/** How long a case is kept, as whoever reads it is told. */
export interface KeptCase {
  readonly policyId: string;
  readonly policyName: string;
  readonly state: 'not_started' | 'running' | 'due' | 'permanent' | 'disposed';
  readonly triggerDate: PlainDate | null;
  readonly dueOn: PlainDate | null;
  readonly onHold: boolean;
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
}
