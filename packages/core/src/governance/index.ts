export { accessChangeRequested, clearanceChanged, dutiesChanged } from './access/events.ts';
export { recordDutiesFounding } from './access/founding-participation.ts';
export { listRecordAccess } from './access/list-record-access.ts';
export { type MemberAccess, usualAccess } from './access/member-access.ts';
export type { MemberAccessRepository } from './access/ports.ts';
export { governanceSecondPersons } from './access/second-persons.ts';
export { setMemberRecordAccess } from './access/set-member-access.ts';
export { MemberAccessView } from './access/views.ts';
export { governanceClosure } from './closure-participation.ts';
export { type Consent, type ConsentStatus, consentStates, statusAt } from './consents/consent.ts';
export { createRecordConsent } from './consents/create-consent.ts';
export type { SealedDrawing } from './consents/drawing.ts';
export {
  consentExpired,
  consentGranted,
  consentMailDue,
  consentRejected,
  consentRequested,
  consentRevoked,
} from './consents/events.ts';
export { getRecordConsent } from './consents/get-consent.ts';
export { listRecordConsents } from './consents/list-consents.ts';
export { mailConsent } from './consents/mail-consent.ts';
export { PortalConsentRequestView } from './consents/portal/asked-consent.ts';
export { decidePortalConsent } from './consents/portal/decide-portal-consent.ts';
export type {
  ConsentFilter,
  ConsentReceipt,
  ConsentRepository,
  ConsentSweep,
  DueConsent,
} from './consents/ports.ts';
export { revokeRecordConsent } from './consents/revoke-consent.ts';
export { expireConsents, remindConsents } from './consents/sweep-consents.ts';
export { ConsentView } from './consents/views.ts';
export { approveReleasePackage } from './disclosures/approve-package.ts';
export {
  type AuthorizationStatus,
  authorizationStates,
  type DisclosureAuthorization,
} from './disclosures/authorization.ts';
export { createDisclosureAuthorization } from './disclosures/create-authorization.ts';
export { createPortalLink } from './disclosures/create-portal-link.ts';
export { decideDisclosureAuthorization } from './disclosures/decide-authorization.ts';
export {
  authorizationDecided,
  authorizationExpired,
  authorizationMailDue,
  authorizationRequested,
  authorizationRevoked,
  itemFlagged,
  itemFlagMailDue,
  linkReissued,
  packageApproved,
  packageCancelled,
  packageExpired,
  packagePrepared,
  packageReleased,
  packageRevoked,
  portalLinkMailDue,
} from './disclosures/events.ts';
export { flagAmendedItems, flagItemsInError } from './disclosures/flag-items.ts';
export { getReleasePackage } from './disclosures/get-package.ts';
export { listAccountingOfDisclosures } from './disclosures/list-accounting.ts';
export { listDisclosures } from './disclosures/list-disclosures.ts';
export {
  mailAuthorizationDue,
  mailAuthorizationRequested,
  mailPackageApproved,
} from './disclosures/mail-deciders.ts';
export {
  mailPortalItemFlagged,
  mailPortalRelease,
  mailPortalRevoked,
} from './disclosures/mail-recipient.ts';
export { ReleasePackageView } from './disclosures/package-views.ts';
export { PortalItemView, PortalPackageView } from './disclosures/portal-package.ts';
export {
  noActivity,
  type PortalSession,
  type PortalToken,
  portalTokenStates,
  type RecipientActivity,
} from './disclosures/portal-token.ts';
export type {
  AccountedRelease,
  AccountingRepository,
  AuthorizationFilter,
  AuthorizationPage,
  AuthorizationRepository,
  DisclosureCounts,
  DisclosureSweep,
  DueDisclosure,
  FoundPortalLink,
  PortalTokenRepository,
  RecipientActivityRepository,
  ReleasePackageRepository,
} from './disclosures/ports.ts';
export { createReleasePackage } from './disclosures/prepare-package.ts';
export { releaseReleasePackage } from './disclosures/release-approved-package.ts';
export {
  type PackageItem,
  type ReleasePackage,
  type ReleasePackageStatus,
  releasePackageStates,
} from './disclosures/release-package.ts';
export { revokeReleasePackage } from './disclosures/revoke-package.ts';
export {
  endPackages,
  expireAuthorizations,
  purgeAccounting,
  remindOfDisclosures,
} from './disclosures/sweep-disclosures.ts';
export { AuthorizationView } from './disclosures/views.ts';
export type { Certificate } from './disposition/certificate.ts';
export { CertificateView } from './disposition/certificate-view.ts';
export { createDispositionReview } from './disposition/create-disposition-review.ts';
export { decideDispositionReview } from './disposition/decide-disposition-review.ts';
export {
  dispositionBlocked,
  dispositionConfirmationMismatch,
  dispositionInvalidState,
  dispositionManifestChanged,
  dispositionReviewNotFound,
} from './disposition/errors.ts';
export {
  dispositionCancelled,
  dispositionDecided,
  dispositionExecuted,
  dispositionExpired,
  dispositionFailed,
  dispositionItemDestroyed,
  dispositionItemStarted,
  dispositionRequested,
} from './disposition/events.ts';
export { executeDispositionReview } from './disposition/execute-disposition-review.ts';
export { getDispositionCertificate } from './disposition/get-disposition-certificate.ts';
export { mailDispositionExecuted, mailDispositionRequested } from './disposition/mail-disposition.ts';
export type {
  DispositionCase,
  DispositionRepository,
  DispositionSweep,
  DueReview,
} from './disposition/ports.ts';
export {
  type DispositionItem,
  type DispositionReview,
  dispositionItemStates,
  dispositionReviewStates,
} from './disposition/review.ts';
export { runDisposition } from './disposition/run-disposition.ts';
export { sweepDispositionReviews } from './disposition/sweep-reviews.ts';
export { DispositionReviewView } from './disposition/views.ts';
export { drillBreakGlass } from './emergencies/drill-break-glass.ts';
export { type Emergency, emergencyStates } from './emergencies/emergency.ts';
export { endBreakGlass } from './emergencies/end-break-glass.ts';
export {
  breakGlassEnded,
  breakGlassExpired,
  breakGlassLookupFailed,
  breakGlassNoticeDue,
  breakGlassReviewed,
  breakGlassReviewOverdue,
  breakGlassStarted,
  lookupsNoticeDue,
} from './emergencies/events.ts';
export { getBreakGlass } from './emergencies/get-break-glass.ts';
export { mailEmergency, mailLookups } from './emergencies/mail-emergency.ts';
export type {
  AccessFilter,
  AccessList,
  AccessSweep,
  DueAccess,
  EmergencyAccess,
  EmergencyCounts,
  EmergencyRepository,
  ListedAccess,
} from './emergencies/ports.ts';
export { reviewBreakGlass } from './emergencies/review-break-glass.ts';
export { startBreakGlass } from './emergencies/start-break-glass.ts';
export { expireAccess, remindOfReviews } from './emergencies/sweep-access.ts';
export { BreakGlassView } from './emergencies/views.ts';
export {
  authorizationInvalidState,
  authorizationNotFound,
  authorizationNotValid,
  authorizationPrivacyOfficerRequired,
  authorizationReleasesUsedUp,
  authorizationSubjectNotInCase,
  breakGlassAlreadyActive,
  breakGlassInvalidState,
  breakGlassLimit,
  breakGlassNoMatch,
  breakGlassNotFound,
  consentInvalidState,
  consentNotFound,
  consentNotValid,
  lastPrivacyOfficer,
  packageItemInError,
  packageItemNotFinal,
  packageItemOutOfScope,
  packageManifestChanged,
  portalAccessCodeRequired,
  portalAccessCodeWrong,
  portalAlreadyDecided,
  portalConsentRequired,
  portalDownloadNotAllowed,
  portalItemNotFound,
  portalLocked,
  portalNotAPackageToken,
  portalOpensUsedUp,
  portalStatementChanged,
  portalTokenInvalid,
  portalTokenRequired,
  releasePackageInvalidState,
  releasePackageNotFound,
  temporaryAccessGranteeNotEligible,
  temporaryAccessInvalidState,
  temporaryAccessNotAllowed,
  temporaryAccessNotFound,
  temporaryAccessSelf,
} from './errors.ts';
export { recordSettingsChanged } from './events.ts';
export { type CheckedFindings, checkedFindings } from './intelligence/citations.ts';
export {
  intelligenceInputChanged,
  intelligenceInvalidState,
  intelligenceNoInput,
  intelligenceProviderNotAllowed,
  intelligenceRunActive,
  intelligenceRunNotFound,
} from './intelligence/errors.ts';
export { intelligenceReviewed, intelligenceRun, intelligenceRunQueued } from './intelligence/events.ts';
export { expireIntelligence } from './intelligence/expire-intelligence.ts';
export {
  type Citation,
  datePrecisions,
  type FindingKind,
  type FollowUpData,
  findingKinds,
  followUpPriorities,
  type InconsistencyData,
  inconsistencyRules,
  type ProposedFinding,
  type StoredFinding,
  severities,
  type TimelineData,
} from './intelligence/finding.ts';
export { listRecordIntelligence } from './intelligence/list-record-intelligence.ts';
export type {
  DueRun,
  IntelligenceRunRepository,
  IntelligenceSweep,
  LabelledRun,
  RunsAsked,
} from './intelligence/ports.ts';
export {
  type IntelligenceAsked,
  type IntelligenceProvider,
  type IntelligenceProviders,
  IntelligenceRefused,
  type ReadSection,
  type ReadVersion,
} from './intelligence/provider.ts';
export { reviewRecordIntelligence } from './intelligence/review-record-intelligence.ts';
export { type IntelligenceRun, intelligenceRunStates } from './intelligence/run.ts';
export { runQueuedIntelligence } from './intelligence/run-queued-intelligence.ts';
export { runRecordIntelligence } from './intelligence/run-record-intelligence.ts';
export { IntelligenceRunView } from './intelligence/views.ts';
export { governanceMembership } from './membership-participation.ts';
export { offers } from './offers.ts';
export type { BacklogMoments, RecordBacklog, RecordBacklogCounts } from './overview/backlog.ts';
export { getGovernanceOverview } from './overview/get-governance-overview.ts';
export { adoptIndustryPack } from './packs/adopt-industry-pack.ts';
export { createIndustryPack } from './packs/create-industry-pack.ts';
export {
  industryPackAlreadyActive,
  industryPackCodeTaken,
  industryPackLimit,
  industryPackNotFound,
} from './packs/errors.ts';
export { packAdopted, packCreated } from './packs/events.ts';
export { listIndustryPacks } from './packs/list-industry-packs.ts';
export type { IndustryPack, OwnPack } from './packs/pack.ts';
export type { AdoptedPack, IndustryPackRepository } from './packs/ports.ts';
export { IndustryPackView } from './packs/views.ts';
export { addPortalInteraction } from './portal/add-portal-interaction.ts';
export {
  portalAccessCodeFailed,
  portalConsented,
  portalDeclined,
  portalExported,
  portalInteraction,
  portalItemRead,
  portalLockedUp,
  portalNoticeDue,
  portalOpened,
  portalPackageRead,
} from './portal/events.ts';
export { exportPortalPackage } from './portal/export-portal-package.ts';
export { PortalExportView } from './portal/export-views.ts';
export { getPortal } from './portal/get-portal.ts';
export { getPortalAttachmentContent } from './portal/get-portal-attachment-content.ts';
export { getPortalPackage } from './portal/get-portal-package.ts';
export { listPortalPackages, PortalPackageSummaryView } from './portal/list-portal-packages.ts';
export { mailPortalNotice } from './portal/mail-portal-notice.ts';
export type { PortalDecision } from './portal/portal-decision.ts';
export type { PortalAccesses, PortalDecisionRepository, RecordAccess } from './portal/ports.ts';
export { savedRelease } from './portal/release-export.ts';
export { RecordAccessView } from './portal/shown-accesses.ts';
export { ports } from './ports.ts';
export { reportRead } from './reporting/events.ts';
export { getRecordReport } from './reporting/get-record-report.ts';
export type {
  Caseload,
  Cell,
  DisclosureTurnaround,
  RecordReports,
  ReportedAmendments,
  ReportedEmergencies,
  Reporting,
  RetentionBacklog,
  SignatureLatency,
  SinglePersonSteps,
} from './reporting/ports.ts';
export { RecordReportView } from './reporting/views.ts';
export { activateRetentionPolicy } from './retention/activate-retention-policy.ts';
export { assignRetentionPolicy } from './retention/assign-retention-policy.ts';
export { createRetentionPolicy } from './retention/create-retention-policy.ts';
export {
  legalHoldInvalidState,
  legalHoldNotFound,
  legalHoldScopeEmpty,
  retentionPolicyCodeTaken,
  retentionPolicyInvalidState,
  retentionPolicyNotActive,
  retentionPolicyNotFound,
} from './retention/errors.ts';
export {
  recordHoldPlaced,
  recordHoldReleased,
  retentionAssigned,
  retentionPolicyActivated,
  retentionPolicyCreated,
  retentionPolicyRetired,
} from './retention/events.ts';
export { findDueClocks } from './retention/find-due-clocks.ts';
export { type RecordHold, recordHoldStates } from './retention/hold.ts';
export { listRetention } from './retention/list-retention.ts';
export {
  mailRecordHoldPlaced,
  mailRecordHoldReleased,
  mailRetentionDigest,
} from './retention/mail-retention.ts';
export { placeRecordHold } from './retention/place-record-hold.ts';
export {
  type RetentionAssignment,
  type RetentionPolicy,
  retentionAssignmentStates,
  retentionPolicyStates,
} from './retention/policy.ts';
export type {
  ActiveHold,
  ClockCounts,
  ClockFilter,
  ClockScope,
  HoldExtent,
  ListedClock,
  RecordHoldRepository,
  RetentionClockRepository,
  RetentionPolicyRepository,
  RetentionSweep,
} from './retention/ports.ts';
export {
  recomputeAfterAmendment,
  recomputeAfterCase,
  recomputeAfterEncounter,
  recomputeAfterError,
  recomputeAfterMerge,
  recomputeAfterReversal,
  recomputeAfterSignature,
  recomputeAfterStatus,
  recomputeAfterSubject,
  recomputeClocks,
} from './retention/recompute-clocks.ts';
export { recordDocumentHolds } from './retention/record-document-holds.ts';
export { releaseRecordHold } from './retention/release-record-hold.ts';
export { fallsDue } from './retention/retention-clock.ts';
export type { ClockFacts, StoredClock } from './retention/stored-clock.ts';
export { RecordHoldView, RetentionClockView, RetentionPolicyView } from './retention/views.ts';
export type { RecordSettingsRepository } from './settings/ports.ts';
export { type RecordSettings, type SearchLanguage, usualSettings } from './settings/settings.ts';
export { updateRecordSettings } from './settings/update-record-settings.ts';
export { RecordSettingsView } from './settings/views.ts';
export { createTemporaryAccess } from './temporary/create-temporary-access.ts';
export {
  temporaryAccessExpired,
  temporaryAccessGranted,
  temporaryAccessRevoked,
} from './temporary/events.ts';
export { type TemporaryGrant, temporaryGrantStates } from './temporary/grant.ts';
export type { GrantUse, TemporaryGrantRepository } from './temporary/ports.ts';
export { revokeTemporaryAccess } from './temporary/revoke-temporary-access.ts';
export { TemporaryAccessView } from './temporary/views.ts';
export { createRecordWebhook } from './webhooks/create-record-webhook.ts';
export { deleteRecordWebhook } from './webhooks/delete-record-webhook.ts';
export { listRecordWebhooks } from './webhooks/list-record-webhooks.ts';
export { setRecordWebhookActive } from './webhooks/set-record-webhook-active.ts';
export { testRecordWebhook } from './webhooks/test-record-webhook.ts';
export { acknowledgeRecordWorkerAction } from './worker/acknowledge-worker-action.ts';
export { listRecordWorkerActions } from './worker/list-worker-actions.ts';
export { replayRecordWorkerAction } from './worker/replay-worker-action.ts';
export { WorkerActionView } from './worker/worker-action.ts';
export { getRecordWorkload } from './workload/get-workload.ts';
export type { MemberWorkload, RecordWorkload, Unassigned, WorkloadScope } from './workload/ports.ts';
