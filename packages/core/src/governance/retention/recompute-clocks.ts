import {
  caseCreated,
  caseStatusChanged,
  encounterStatusChanged,
  entryAmended,
  entryEnteredInError,
  entryFinalized,
  subjectMerged,
  subjectMergeReversed,
  subjectUpdated,
} from '../../records/index.ts';
import { governanceSweepJobs } from '../jobs.ts';
import { type GovernanceReacting, reaction } from '../ports.ts';
import { retentionRecomputeDue } from './events.ts';
import type { ClockScope } from './ports.ts';
import { everyCase, recomputeBatch } from './recompute.ts';

const job = { policy: governanceSweepJobs } as const;

/** Computes the clocks of many cases anew, after a policy or an assignment has changed. */
export const recomputeClocks = reaction(
  retentionRecomputeDue,
  { ...job, topic: 'retention.recompute', aggregate: () => null },
  (data, context) => recomputeAll({ ...everyCase, ...data }, context),
);

/** What a clock is computed from lies in its case, and has changed. */
const ofCase = ({ caseId }: { readonly caseId: string }, context: GovernanceReacting) =>
  recomputeAll({ ...everyCase, caseIds: [caseId] }, context);

export const recomputeAfterCase = reaction(
  caseCreated,
  { ...job, topic: 'retention.recompute_after_case', needs: ['caseId'] },
  ofCase,
);
export const recomputeAfterStatus = reaction(
  caseStatusChanged,
  { ...job, topic: 'retention.recompute_after_status', needs: ['caseId'] },
  ofCase,
);
export const recomputeAfterEncounter = reaction(
  encounterStatusChanged,
  { ...job, topic: 'retention.recompute_after_encounter', needs: ['caseId'] },
  ofCase,
);
export const recomputeAfterSignature = reaction(
  entryFinalized,
  { ...job, topic: 'retention.recompute_after_signature', needs: ['caseId'] },
  ofCase,
);
export const recomputeAfterAmendment = reaction(
  entryAmended,
  { ...job, topic: 'retention.recompute_after_amendment', needs: ['caseId'] },
  ofCase,
);
export const recomputeAfterError = reaction(
  entryEnteredInError,
  { ...job, topic: 'retention.recompute_after_error', needs: ['caseId'] },
  ofCase,
);

/** Or it lies in the subject of the case: its day of birth. */
const ofSubject = ({ subjectId }: { readonly subjectId: string }, context: GovernanceReacting) =>
  recomputeAll({ ...everyCase, subjectId }, context);

export const recomputeAfterSubject = reaction(
  subjectUpdated,
  { ...job, topic: 'retention.recompute_after_subject', needs: ['subjectId'] },
  ofSubject,
);
export const recomputeAfterMerge = reaction(
  subjectMerged,
  { ...job, topic: 'retention.recompute_after_merge', needs: ['subjectId'] },
  ofSubject,
);
export const recomputeAfterReversal = reaction(
  subjectMergeReversed,
  { ...job, topic: 'retention.recompute_after_reversal', needs: ['subjectId', 'mergedSubjectId'] },
  async ({ subjectId, mergedSubjectId }, context) => {
    await ofSubject({ subjectId }, context);
    await ofSubject({ subjectId: mergedSubjectId }, context);
  },
);

async function recomputeAll(scope: ClockScope, { transact }: GovernanceReacting): Promise<void> {
  let after: string | null = null;
  do {
    const from: string | null = after;
    after = await transact((work) => recomputeBatch(scope, from, work));
  } while (after !== null);
}
