import { documentLegalHold } from '../../documents/index.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { daysLater, localDate, periodLater } from '../../kernel/plain-dates.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { LifecyclePorts } from '../ports.ts';
import {
  approved,
  blocked,
  deferred,
  type RetentionCandidate,
  type RetentionReview,
  reopened,
  retained,
  retentionCandidateStates,
  type retentionDecisions,
} from './candidate.ts';
import { retentionInvalidState } from './errors.ts';
import type { FoundCandidate } from './found-candidate.ts';

/** What comes with a decision. */
export interface ReviewInput {
  readonly decision: (typeof retentionDecisions)[number];
  readonly note?: string | undefined;
  readonly deferUntil?: string | undefined;
  readonly retainUntil?: string | undefined;
  readonly confirmName?: string | undefined;
}

/** Which decision each field belongs to. */
const decisionOf = { deferUntil: 'defer', retainUntil: 'retain', confirmName: 'approve' } as const;
const longestDeferment = { years: 10, months: 0, days: 0 };

/** Passes if the decision has what it needs: the name, the day or the reason. */
export async function requireFields(
  input: ReviewInput,
  { document }: FoundCandidate,
  { lifecycles, now, timeZones }: LifecyclePorts & HandlerContext,
): Promise<void> {
  const { decision, note, deferUntil, retainUntil, confirmName } = input;
  for (const [field, needed] of Object.entries(decisionOf))
    if (input[field as keyof typeof decisionOf] !== undefined && decision !== needed)
      throw invalidField(`/${field}`, 'field.not_an_option', `Give it with the decision ${needed} alone.`);
  if (decision === 'approve' && confirmName !== document.name)
    throw invalidField('/confirmName', 'retention.name_mismatch', 'Give the name of the document, exactly.');
  if (decision === 'defer' && deferUntil === undefined)
    throw invalidField('/deferUntil', 'retention.defer_until_required', 'Say when to look at it again.');
  if (decision === 'retain' && (note ?? '') === '')
    throw invalidField('/note', 'field.required', 'Say why it is kept.');

  const { timeZone } = await lifecycles.read(document.id, now);
  const today = localDate(now, timeZone, timeZones);
  requireDay('/deferUntil', deferUntil, today, periodLater(today, longestDeferment).date);
  requireDay('/retainUntil', retainUntil, today, '9999-12-31');
}

function requireDay(path: string, day: string | undefined, today: string, last: string): void {
  if (day !== undefined && (day < daysLater(today, 1) || day > last))
    throw invalidField(path, 'field.out_of_range', `Give a day after today, at the latest ${last}.`);
}

const actionOf = { approve: 'approve', defer: 'defer', retain: 'retain', reopen: 'resume' } as const;

/** Passes if the state of the candidate takes the decision. What is on hold cannot be approved. */
export function requireState(
  { decision }: ReviewInput,
  { status }: RetentionCandidate,
  isHeld: boolean,
): void {
  if (decision === 'approve' && isHeld) throw documentLegalHold();
  // What is deferred resumes by itself, when its day comes.
  const isNotKept = decision === 'reopen' && status !== 'retained';
  if (isNotKept || !retentionCandidateStates.can(status, actionOf[decision])) throw retentionInvalidState();
}

type Reviewing = Omit<RetentionReview, 'round' | 'decision'>;

/** The candidate after a decision; what is reopened while it is on hold is blocked at once. */
export function decidedOn(
  candidate: RetentionCandidate & { readonly documentName?: string },
  { decision, deferUntil, retainUntil }: ReviewInput,
  review: Reviewing,
  isHeld: boolean,
): RetentionCandidate {
  const { documentName: _, ...before } = candidate;
  if (decision === 'approve') return approved(before, review);
  if (decision === 'defer') return deferred(before, deferUntil ?? '', review);
  if (decision === 'retain') return retained(before, retainUntil ?? null, review);
  const again = reopened(before, review);
  return isHeld ? blocked(again, review.at) : again;
}
