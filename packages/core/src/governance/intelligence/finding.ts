import type { Instant, PlainDate } from '../../kernel/time.ts';

/** What can be looked for in the entries of a case. */
export const findingKinds = ['summary', 'timeline', 'follow_up_candidates', 'inconsistencies'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** A place in what an entry says: code points of its `contentText`, the end not included (records 7.7). */
export interface Citation {
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly start: number;
  readonly end: number;
  readonly exact: string;
}

export const datePrecisions = ['day', 'month', 'year'] as const;
export const followUpPriorities = ['medium', 'high'] as const;
export const severities = ['low', 'medium', 'high'] as const;
/** What two places can contradict each other in. */
export const inconsistencyRules = [
  'different_value',
  'negated_phrase',
  'age',
  'end_before_start',
  'other',
] as const;

export interface TimelineData {
  /** The day, or the first one of the month or of the year. */
  readonly date: PlainDate;
  readonly precision: (typeof datePrecisions)[number];
}
export interface FollowUpData {
  readonly title: string;
  readonly dueOn: PlainDate | null;
  readonly priority: (typeof followUpPriorities)[number];
}
export interface InconsistencyData {
  readonly rule: (typeof inconsistencyRules)[number];
  readonly severity: (typeof severities)[number];
}

/** What a provider proposes: a text, and the places that it is drawn from. */
export type ProposedFinding = {
  readonly text: string;
  /** Between 0 and 1. */
  readonly confidence: number;
  readonly citations: readonly Citation[];
} & (
  | { readonly kind: 'summary'; readonly data: null }
  | { readonly kind: 'timeline'; readonly data: TimelineData }
  | { readonly kind: 'follow_up_candidates'; readonly data: FollowUpData }
  | { readonly kind: 'inconsistencies'; readonly data: InconsistencyData }
);

export const findingDecisions = ['proposed', 'accepted', 'edited', 'rejected'] as const;
export type FindingDecision = (typeof findingDecisions)[number];
export const findingResults = ['follow_up', 'entry_draft'] as const;

/** What a person has decided about a finding, and what became of it. */
export interface FindingState {
  readonly id: string;
  readonly kind: FindingKind;
  readonly decision: FindingDecision;
  readonly decidedByUserId: string | null;
  readonly decidedAt: Instant | null;
  readonly resultKind: (typeof findingResults)[number] | null;
  readonly resultId: string | null;
}

/** A finding as it is stored: what it says is sealed with the key of the case. */
export interface StoredFinding extends FindingState {
  readonly runId: string;
  /** Its place among the findings of the run. */
  readonly position: number;
  readonly proposedSealed: Uint8Array;
  readonly editedSealed: Uint8Array | null;
}

export const mostFindings = 200;
export const longestFinding = 5000;
export const mostCitations = 10;
