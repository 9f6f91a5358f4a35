import type { WritingContext } from '../../kernel/handler-context.ts';
import type { GovernancePorts } from '../ports.ts';
import type { ReviewInput } from './review-input.ts';
import type { OpenedFinding } from './sealed-findings.ts';

export type ReviewContext = GovernancePorts & WritingContext;
export type FindingDecision = ReviewInput['decisions'][number];

/** A finding, and what somebody decided about it. */
export interface DecidedFinding {
  readonly decision: FindingDecision;
  readonly finding: OpenedFinding;
}
