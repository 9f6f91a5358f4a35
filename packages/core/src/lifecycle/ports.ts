import type { DocumentHolds, DocumentLibrary, DocumentShareEnds } from '../documents/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { EgressClient } from '../kernel/egress.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { BlobStore } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MeetingScheduler } from '../meetings/index.ts';
import type { WebhookRegistration } from '../webhooks/index.ts';
import type { JobControl, MemberDirectory, SecondPersonRule, WorkspaceIdentity } from '../workspace/index.ts';
import type { PolicyAssignmentRepository } from './assignments/ports.ts';
import type { CalculationRepository } from './calculations/calculation.ts';
import type { LifecycleBoard, LifecycleTallies, TallySweep } from './dashboard/ports.ts';
import type { EvidenceRepository } from './extraction/evidence/evidence.ts';
import type { ExtractionRunRepository } from './extraction/runs/extraction-run.ts';
import type { TextExtractor } from './extraction/text-extractor.ts';
import type { DocumentHistory } from './history/ports.ts';
import type { LegalHoldRepository, LegalHoldSweep } from './holds/ports.ts';
import type { IdentityVerificationRepository } from './identities/identity-verification.ts';
import type { SubjectAccess } from './identities/subject-access.ts';
import type { LifecycleRepository } from './lifecycles/ports.ts';
import type { LifecycleOperations } from './operations/ports.ts';
import type { ExpirationPolicyRepository } from './policies/ports.ts';
import type { RenewalRepository, RenewalSweep } from './renewals/ports.ts';
import type { RetentionCandidateRepository, RetentionSweep } from './retention/ports.ts';
import type { ReviewMeetingRepository } from './reviews/review-meeting.ts';
import type { RiskAcknowledgementRepository } from './risks/ports.ts';
import type { SavedViewRepository } from './saved-views/ports.ts';
import type { DocumentSearch, TextSweep } from './search/ports.ts';
import type { DigestSweep, LifecycleSettingsRepository } from './settings/ports.ts';
import type { DocumentTypeRepository } from './types/ports.ts';
import type { ActionSweep, LifecycleActionRepository, NoticeMailRepository } from './worker/ports.ts';

export const ports = contextPorts({
  repositories: {
    documentTypes: port<DocumentTypeRepository>(),
    lifecycleSettings: port<LifecycleSettingsRepository>(),
    expirationPolicies: port<ExpirationPolicyRepository>(),
    policyAssignments: port<PolicyAssignmentRepository>(),
    lifecycles: port<LifecycleRepository>(),
    lifecycleBoard: port<LifecycleBoard>(),
    lifecycleTallies: port<LifecycleTallies>(),
    tallySweep: port<TallySweep>(),
    savedViews: port<SavedViewRepository>(),
    riskAcknowledgements: port<RiskAcknowledgementRepository>(),
    lifecycleActions: port<LifecycleActionRepository>(),
    noticeMails: port<NoticeMailRepository>(),
    actionSweep: port<ActionSweep>(),
    documentHistory: port<DocumentHistory>(),
    lifecycleOperations: port<LifecycleOperations>(),
    documentSearch: port<DocumentSearch>(),
    textSweep: port<TextSweep>(),
    digestSweep: port<DigestSweep>(),
    calculations: port<CalculationRepository>(),
    legalHolds: port<LegalHoldRepository>(),
    legalHoldSweep: port<LegalHoldSweep>(),
    renewals: port<RenewalRepository>(),
    renewalSweep: port<RenewalSweep>(),
    identityVerifications: port<IdentityVerificationRepository>(),
    reviewMeetings: port<ReviewMeetingRepository>(),
    retentionCandidates: port<RetentionCandidateRepository>(),
    retentionSweep: port<RetentionSweep>(),
    extractionRuns: port<ExtractionRunRepository>(),
    evidence: port<EvidenceRepository>(),
  },
  asks: {
    documentHolds: port<readonly DocumentHolds[]>(),
    documentLibrary: port<DocumentLibrary>(),
    documentShareEnds: port<DocumentShareEnds>(),
    jobControl: port<JobControl>(),
    meetingScheduler: port<MeetingScheduler>(),
    memberDirectory: port<MemberDirectory>(),
    webhookRegistration: port<WebhookRegistration>(),
    secondPersonRule: port<SecondPersonRule>(),
    subjectAccess: port<readonly SubjectAccess[]>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  outside: {
    egress: port<EgressClient>(),
    blobs: port<BlobStore>(),
    textExtractor: port<TextExtractor>(),
  },
});
export type LifecyclePorts = PortsInside<typeof ports>;
export type LifecyclePreparing = PreparingContext<typeof ports>;
export type LifecycleReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
