import type { Document } from '../../documents/index.ts';
import { daysLater } from '../../kernel/plain-dates.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LifecycleOutcome } from '../lifecycles/lifecycle.ts';
import type { RetentionCandidate, RetentionTerms } from './candidate.ts';

/** What events say about a candidate. */
export const aboutCandidate = (
  { id: candidateId, documentId, status, version }: RetentionCandidate,
  document: Pick<Document, 'visibility'> | null,
) =>
  ({ candidateId, documentId, status, visibility: document?.visibility ?? 'restricted', version }) as const;

/** By what a document may be proposed for destruction at this time; null if its period runs, or if it has none. */
export function termsOf(outcome: LifecycleOutcome, now: Instant): RetentionTerms | null {
  const { retention, policyId, policyRevision } = outcome;
  if (retention === null || policyId === null || policyRevision === null) return null;
  const { triggerDate, until, dueAt, trigger, approvals, coolOffDays } = retention;
  if (triggerDate === null || until === null || dueAt === null || dueAt > now) return null;
  return {
    policyId,
    policyRevision,
    trigger,
    triggerDate,
    eligibleOn: daysLater(until, 1),
    approvalsNeeded: approvals,
    coolOffDays,
  };
}

const termFields = [
  'policyId',
  'policyRevision',
  'trigger',
  'triggerDate',
  'eligibleOn',
  'approvalsNeeded',
  'coolOffDays',
] as const satisfies readonly (keyof RetentionTerms)[];

export const isUnder = (candidate: RetentionTerms, terms: RetentionTerms): boolean =>
  termFields.every((field) => candidate[field] === terms[field]);
