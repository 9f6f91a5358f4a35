import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { CalculationInputs, PolicyBasis } from '../dates/calculation.ts';
import type { PlannedNotice } from '../dates/notices.ts';
import type { LifecycleStatus } from '../dates/status.ts';

/** How many calculations of a document are kept; the oldest go (LIF-29). */
export const mostCalculations = 500;

/** What came out when somebody asked how the date of a document comes about. */
export interface Calculation {
  readonly id: string;
  readonly documentId: string;
  readonly policyId: string | null;
  readonly policyRevision: number | null;
  readonly basis: PolicyBasis | null;
  readonly inputs: CalculationInputs;
  readonly expiresOn: PlainDate | null;
  readonly graceEndsOn: PlainDate | null;
  readonly status: LifecycleStatus;
  readonly notices: readonly PlannedNotice[];
  readonly trace: readonly string[];
  readonly asOf: Instant;
}

/** The calculations that were kept, for whoever confirms a date by one. */
export interface CalculationRepository {
  /** Keeps it, and forgets the oldest of the document beyond `most`. */
  add(calculation: Calculation, most: number): Promise<void>;
  /** The newest of a document, or null. */
  newest(documentId: string): Promise<Calculation | null>;
  /** Whether the document has this one. */
  has(documentId: string, id: string): Promise<boolean>;
}
