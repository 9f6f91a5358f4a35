import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { actionSweep } from './action-sweep.ts';
import { calculationRepository } from './calculations.ts';
import { documentHistory } from './document-history.ts';
import { documentSearch } from './document-search.ts';
import { documentTypeRepository } from './document-types.ts';
import { evidenceRepository } from './evidence.ts';
import { expirationPolicyRepository } from './expiration-policies.ts';
import { extractionRunRepository } from './extraction-runs.ts';
import { identityVerificationRepository } from './identity-verifications.ts';
import { legalHoldSweep } from './legal-hold-sweep.ts';
import { legalHoldRepository } from './legal-holds.ts';
import { lifecycleActionRepository } from './lifecycle-actions.ts';
import { lifecycleBoard } from './lifecycle-board.ts';
import { lifecycleOperations } from './lifecycle-operations.ts';
import { digestSweep, lifecycleSettingsRepository } from './lifecycle-settings.ts';
import { lifecycleTallies, tallySweep } from './lifecycle-tallies.ts';
import { lifecycleRepository } from './lifecycles.ts';
import { noticeMailRepository } from './notice-mails.ts';
import { policyAssignmentRepository } from './policy-assignments.ts';
import { renewalSweep } from './renewal-sweep.ts';
import { renewalRepository } from './renewals.ts';
import { retentionCandidateRepository } from './retention-candidates.ts';
import { retentionSweep } from './retention-sweep.ts';
import { reviewMeetingRepository } from './review-meetings.ts';
import { riskAcknowledgementRepository } from './risk-acknowledgements.ts';
import { savedViewRepository } from './saved-views.ts';
import { textSweep } from './text-sweep.ts';

/** The repositories of the context `lifecycle`. */
export const lifecycleRepositories: RepositoriesOf<'lifecycle'> = repositoriesOf({
  documentTypes: ({ sql, tenant }) => documentTypeRepository(sql, tenant()),
  lifecycleSettings: ({ sql, tenant }) => lifecycleSettingsRepository(sql, tenant()),
  expirationPolicies: ({ sql, tenant }) => expirationPolicyRepository(sql, tenant()),
  policyAssignments: ({ sql, tenant }) => policyAssignmentRepository(sql, tenant()),
  documentHistory: ({ sql, tenant }) => documentHistory(sql, tenant()),
  lifecycleOperations: ({ sql, tenant }) => lifecycleOperations(sql, tenant()),
  documentSearch: ({ sql, tenant }) => documentSearch(sql, tenant()),
  digestSweep: ({ sql }) => digestSweep(sql),
  textSweep: ({ sql }) => textSweep(sql),
  lifecycleBoard: ({ sql, tenant }) => lifecycleBoard(sql, tenant()),
  lifecycleTallies: ({ sql, tenant }) => lifecycleTallies(sql, tenant()),
  tallySweep: ({ sql }) => tallySweep(sql),
  savedViews: ({ sql, tenant }) => savedViewRepository(sql, tenant()),
  riskAcknowledgements: ({ sql, tenant }) => riskAcknowledgementRepository(sql, tenant()),
  calculations: ({ sql, tenant }) => calculationRepository(sql, tenant()),
  extractionRuns: ({ sql, tenant }) => extractionRunRepository(sql, tenant()),
  evidence: ({ sql, tenant }) => evidenceRepository(sql, tenant()),
  identityVerifications: ({ sql, tenant }) => identityVerificationRepository(sql, tenant()),
  legalHoldSweep: ({ sql }) => legalHoldSweep(sql),
  legalHolds: ({ sql, tenant }) => legalHoldRepository(sql, tenant()),
  renewals: ({ sql, tenant }) => renewalRepository(sql, tenant()),
  renewalSweep: ({ sql }) => renewalSweep(sql),
  reviewMeetings: ({ sql, tenant }) => reviewMeetingRepository(sql, tenant()),
  retentionCandidates: ({ sql, tenant }) => retentionCandidateRepository(sql, tenant()),
  retentionSweep: ({ sql }) => retentionSweep(sql),
  lifecycleActions: ({ sql, tenant }) => lifecycleActionRepository(sql, tenant()),
  noticeMails: ({ sql, tenant }) => noticeMailRepository(sql, tenant()),
  actionSweep: ({ sql }) => actionSweep(sql),
  lifecycles: ({ sql, tenant }) => lifecycleRepository(sql, tenant()),
});
