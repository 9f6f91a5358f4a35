export { assignExpirationPolicy } from './assignments/assign-expiration-policy.ts';
export type { PolicyAssignment } from './assignments/assignment.ts';
export { listPolicyTargets } from './assignments/list-policy-targets.ts';
export type { PolicyAssignmentRepository } from './assignments/ports.ts';
export { unassignExpirationPolicy } from './assignments/unassign-expiration-policy.ts';
export { PolicyAssignmentView } from './assignments/views.ts';
export { changeDocumentsInBulk } from './bulk/change-documents-in-bulk.ts';
export { bulkTooMany } from './bulk/errors.ts';
export { lifecycleBulkApplied } from './bulk/events.ts';
export { calculateDocumentLifecycle } from './calculations/calculate-document-lifecycle.ts';
export type { Calculation, CalculationRepository } from './calculations/calculation.ts';
export { confirmDocumentExpiration } from './calculations/confirm-document-expiration.ts';
export { CalculationView } from './calculations/views.ts';
export { lifecycleClosure } from './closure-participation.ts';
export { lifecyclesExported } from './dashboard/events.ts';
export { exportLifecycles, exportTooLarge } from './dashboard/export-lifecycles.ts';
export { foldTallies } from './dashboard/fold-tallies.ts';
export { getLifecycleDashboard } from './dashboard/get-lifecycle-dashboard.ts';
export { listLifecycleMembers } from './dashboard/list-lifecycle-members.ts';
export type {
  BoardCounts,
  BoardEntry,
  BoardOptions,
  BoardOrder,
  BoardPlace,
  BoardQuestion,
  BoardStanding,
  KeptDocuments,
  LifecycleBoard,
  LifecycleFacts,
  LifecycleTallies,
  TallySweep,
} from './dashboard/ports.ts';
export type { PlaceOfDocument, StandingAssignment } from './dates/precedence.ts';
export { lifecycleDigestDue } from './digest/events.ts';
export { findDueDigests } from './digest/find-due-digests.ts';
export { mailDigest } from './digest/mail-digest.ts';
export { lifecycleDocuments } from './document-participation.ts';
export { lifecycleDocumentTypes } from './document-types-participation.ts';
export {
  calculationNotFound,
  documentHoldAlreadyReleased,
  documentHoldDuplicate,
  documentHoldNotFound,
  documentTypeBuiltIn,
  documentTypeDuplicate,
  documentTypeTooMany,
  evidenceNotFound,
  extractionEncrypted,
  extractionInvalidState,
  extractionNotSupported,
  identityFormatNotAllowed,
  identityTypeNotGovernment,
  identityVerificationNotFound,
  lifecycleReferenceDiffers,
  lifecycleReferenceStale,
  policyArchived,
  policyAssignmentNotFound,
  policyDuplicate,
  policyNotFound,
  policyTooMany,
  searchTooBroad,
} from './errors.ts';
export {
  documentHoldPlaced,
  documentHoldReleased,
  documentHoldReviewDue,
  documentTypeCreated,
  documentTypeUpdated,
  documentTypeWasArchived,
  evidenceReviewed,
  extractionCompleted,
  extractionFailed,
  extractionRequested,
  identityDocumentVerified,
  lifecycleCalculated,
  lifecycleConfigured,
  lifecycleConfirmed,
  policyAssigned,
  policyCreated,
  policyUnassigned,
  policyUpdated,
  policyWasArchived,
  recalculationDue,
} from './events.ts';
export {
  type Evidence,
  type EvidenceFilter,
  type EvidenceKey,
  type EvidenceRepository,
  type EvidenceStatus,
  evidenceStates,
} from './extraction/evidence/evidence.ts';
export { listDocumentEvidence } from './extraction/evidence/list-document-evidence.ts';
export { reviewEvidence } from './extraction/evidence/review-evidence.ts';
export { mailExtractionFailed } from './extraction/mail-extraction-failed.ts';
export { extractionKinds, proposalsIn } from './extraction/rules/proposals.ts';
export type { TextRange } from './extraction/rules/ranges.ts';
export type { Box, NamedDate, ReadLine, ReadPage, ReadWord } from './extraction/rules/read-text.ts';
export { extractDocument } from './extraction/runs/extract-document.ts';
export {
  type ExtractionRun,
  type ExtractionRunAction,
  type ExtractionRunRepository,
  type ExtractionRunStatus,
  extractionRunStates,
} from './extraction/runs/extraction-run.ts';
export { startDocumentExtraction } from './extraction/runs/start-document-extraction.ts';
export {
  type ExtractableType,
  type ExtractedText,
  isExtractable,
  isReadHere,
  ocrModes,
  type TextExtractor,
  type TextToExtract,
} from './extraction/text-extractor.ts';
export { EvidenceView, ExtractionRunView } from './extraction/views.ts';
export { listDocumentEvents } from './history/list-document-events.ts';
export type { DocumentEvent, DocumentEventFilter, DocumentHistory } from './history/ports.ts';
export { LifecycleEventView } from './history/views.ts';
export { lifecycleHolds } from './hold-participation.ts';
export { type LegalHold, type LegalHoldStatus, legalHoldStates } from './holds/legal-hold.ts';
export { listLegalHolds } from './holds/list-legal-holds.ts';
export { mailHoldPlaced, mailHoldReview } from './holds/mail-hold.ts';
export { placeLegalHold } from './holds/place-legal-hold.ts';
export type { HoldToReview, LegalHoldRepository, LegalHoldSweep } from './holds/ports.ts';
export { releaseLegalHold } from './holds/release-legal-hold.ts';
export { setDocumentLegalHold } from './holds/set-document-legal-hold.ts';
export { tellOfHoldReviews } from './holds/tell-of-hold-reviews.ts';
export { LegalHoldView } from './holds/views.ts';
export type {
  IdentityVerification,
  IdentityVerificationRepository,
} from './identities/identity-verification.ts';
export type { SubjectAccess, SubjectAccessPart } from './identities/subject-access.ts';
export { verifyDocumentIdentity } from './identities/verify-document-identity.ts';
export { IdentityVerificationView } from './identities/views.ts';
export { type ZoneReport, zoneReport } from './identities/zone-report.ts';
export { configureDocumentLifecycle } from './lifecycles/configure-document-lifecycle.ts';
export { getDocumentLifecycle } from './lifecycles/get-document-lifecycle.ts';
export { getPolicyPrecedence } from './lifecycles/get-policy-precedence.ts';
export type {
  EvaluatedDocument,
  Lifecycle,
  LifecycleOutcome,
  ReadLifecycle,
} from './lifecycles/lifecycle.ts';
export type { AssignmentTarget, ConcernedDocuments, LifecycleRepository } from './lifecycles/ports.ts';
export { LifecycleView } from './lifecycles/views.ts';
export { lifecycleMembership } from './membership-participation.ts';
export { getLifecycleOperations } from './operations/get-lifecycle-operations.ts';
export type { HoldToLookAt, LifecycleOperations, OperationCounts } from './operations/ports.ts';
export { createExpirationPolicy } from './policies/create-expiration-policy.ts';
export {
  type ExpirationPolicy,
  expirationPolicyStates,
  type PolicyStatus,
} from './policies/expiration-policy.ts';
export { listExpirationPolicies } from './policies/list-expiration-policies.ts';
export type { ExpirationPolicyRepository } from './policies/ports.ts';
export { updateExpirationPolicy } from './policies/update-expiration-policy.ts';
export { ExpirationPolicyView } from './policies/views.ts';
export { ports } from './ports.ts';
export {
  recalculateBoundaries,
  recalculateLifecycles,
  recalculateMovedFolder,
  recalculateMovedWorkspace,
} from './recalculate-lifecycles.ts';
export { approveReplacement } from './renewals/approve-replacement.ts';
export {
  renewalAlreadyOpen,
  renewalCycle,
  renewalInvalidState,
  renewalNotFound,
  renewalReplacementInvalid,
} from './renewals/errors.ts';
export {
  documentSuperseded,
  renewalCancelled,
  renewalCompleted,
  renewalNotRenewed,
  renewalOpened,
  renewalOverdue,
  renewalRejected,
  renewalReopened,
  renewalSubmitted,
  renewalUpdated,
} from './renewals/events.ts';
export { listRenewals } from './renewals/list-renewals.ts';
export {
  mailRenewalApproved,
  mailRenewalOpened,
  mailRenewalOverdue,
  mailRenewalRejected,
  mailRenewalSubmitted,
} from './renewals/mail-renewal.ts';
export { openRenewal } from './renewals/open-renewal.ts';
export type {
  DueRenewal,
  ListedRenewal,
  RenewalFilter,
  RenewalRepository,
  RenewalSweep,
} from './renewals/ports.ts';
export {
  openRenewalStatuses,
  type RenewalCase,
  type RenewalStatus,
  renewalStates,
} from './renewals/renewal.ts';
export { tellOfOverdueRenewals } from './renewals/tell-of-overdue-renewals.ts';
export { updateRenewal } from './renewals/update-renewal.ts';
export { RenewalCaseView } from './renewals/views.ts';
export {
  liveRetentionStatuses,
  type RetentionCandidate,
  type RetentionStatus,
  retentionCandidateStates,
} from './retention/candidate.ts';
export { candidateNotFound, retentionInvalidState } from './retention/errors.ts';
export { evaluateRetention } from './retention/evaluate-retention.ts';
export {
  dispositionEnded,
  dispositionScheduled,
  retentionApproved,
  retentionCandidateCreated,
  retentionCandidatesFound,
  retentionDeferred,
  retentionReopened,
  retentionRetained,
  retentionWithdrawn,
} from './retention/events.ts';
export { executeDisposition } from './retention/execute-disposition.ts';
export { listRetentionCandidates } from './retention/list-retention-candidates.ts';
export {
  mailDispositionEnded,
  mailDispositionScheduled,
  mailRetentionCandidates,
} from './retention/mail-retention.ts';
export type {
  CandidateFilter,
  DueDisposition,
  ListedCandidate,
  RetentionCandidateRepository,
  RetentionSweep,
} from './retention/ports.ts';
export { reviewRetentionCandidate } from './retention/review-retention-candidate.ts';
export { RetentionCandidateView } from './retention/views.ts';
export { lifecycleRetention } from './retention-participation.ts';
export { reviewMeetingScheduled } from './reviews/events.ts';
export type { ReviewMeeting, ReviewMeetingRepository, ReviewOfRenewal } from './reviews/review-meeting.ts';
export { scheduleReviewMeeting } from './reviews/schedule-review-meeting.ts';
export { ReviewMeetingView } from './reviews/views.ts';
export { acknowledgeLifecycleRisk } from './risks/acknowledge-lifecycle-risk.ts';
export { riskNotOpen } from './risks/errors.ts';
export { lifecycleRiskAcknowledged } from './risks/events.ts';
export type { RiskAcknowledgementRepository } from './risks/ports.ts';
export { type RiskAcknowledgement, type RiskCode, risksOfDate } from './risks/risk.ts';
export { deleteLifecycleView } from './saved-views/delete-lifecycle-view.ts';
export { viewDuplicate, viewNotFound, viewTooMany } from './saved-views/errors.ts';
export { savedViewDeleted, savedViewSaved } from './saved-views/events.ts';
export type { SavedViewRepository } from './saved-views/ports.ts';
export { saveLifecycleView } from './saved-views/save-lifecycle-view.ts';
export type { SavedView } from './saved-views/saved-view.ts';
export { SavedViewView } from './saved-views/views.ts';
export {
  type DocumentSearch,
  type FacetCount,
  type FoundDocument,
  type FoundKey,
  mostCountedHits,
  type Passage,
  type SearchFacet,
  type Searching,
  type SearchSort,
  searchSorts,
  type TextSweep,
} from './search/ports.ts';
export { findUnreadTexts, readDocumentText } from './search/read-texts.ts';
export { searchDocuments } from './search/search-documents.ts';
export { lifecycleSettingsChanged } from './settings/events.ts';
export { getLifecycleSettings } from './settings/get-lifecycle-settings.ts';
export type { DigestSweep, LifecycleSettingsRepository } from './settings/ports.ts';
export { type LifecycleSettings, usualSettings, type Weekday } from './settings/settings.ts';
export { updateLifecycleSettings } from './settings/update-lifecycle-settings.ts';
export { LifecycleSettingsView } from './settings/views.ts';
export { lifecycleSummaries } from './summary-participation.ts';
export { createDocumentType } from './types/create-document-type.ts';
export { type DocumentType, type DocumentTypeStatus, documentTypeStates } from './types/document-type.ts';
export { documentTypesFounding } from './types/founding-participation.ts';
export { listDocumentTypes } from './types/list-document-types.ts';
export type { DocumentTypeRepository } from './types/ports.ts';
export { updateDocumentType } from './types/update-document-type.ts';
export { DocumentTypeView } from './types/views.ts';
export { createLifecycleWebhook } from './webhooks/create-lifecycle-webhook.ts';
export { listLifecycleWebhooks } from './webhooks/list-lifecycle-webhooks.ts';
export { acknowledgeLifecycleAction } from './worker/acknowledge-lifecycle-action.ts';
export {
  type ActionOutcome,
  type ActionResolution,
  type LifecycleAction,
  lifecycleActionStates,
  type ReadAction,
} from './worker/action.ts';
export { createLifecycleAction } from './worker/create-lifecycle-action.ts';
export {
  actionInvalidState,
  actionNotApplicable,
  actionNotDead,
  actionNotFound,
  actionNotReplayable,
} from './worker/errors.ts';
export {
  lifecycleActionDue,
  lifecycleActionRequested,
  lifecycleExpired,
  lifecycleExpiring,
  lifecycleGraceStarted,
  lifecycleNoticeDue,
  lifecycleNoticeSent,
  lifecycleOutsideNoticeDue,
} from './worker/events.ts';
export { getLifecycleWorkerHealth } from './worker/get-worker-health.ts';
export { mailOutsideNotice } from './worker/mail-outside-notice.ts';
export type { NoticeMail } from './worker/notice-mail.ts';
export { type PlanChanges, planDocuments, planOf } from './worker/plan-documents.ts';
export { planAllActions, planDueActions } from './worker/plan-due-actions.ts';
export { planLifecycleActions } from './worker/plan-lifecycle-actions.ts';
export type {
  ActionSweep,
  DocumentToPlan,
  DueAction,
  DueDocument,
  LifecycleActionRepository,
  NoticeMailRepository,
  PlanInstants,
  WorkerStanding,
} from './worker/ports.ts';
export { replayLifecycleAction } from './worker/replay-lifecycle-action.ts';
export { runLifecycleAction } from './worker/run-action.ts';
export { sendLifecycleNotice } from './worker/send-notice.ts';
export { pruneActions, startDueActions, startDueNotices } from './worker/start-due-actions.ts';
export { LifecycleActionView } from './worker/views.ts';
