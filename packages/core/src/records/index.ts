export {
  type CaseRole,
  type CaseStanding,
  caseRoles,
  type LiveGrant,
  mayHold,
  type SubjectDirectory,
} from './access/decision.ts';
export {
  type Confidentiality,
  confidentialities,
  type EmergencyReason,
  emergencyReasons,
  isRestricted,
  isWithin,
  type Label,
  type LabelMask,
  labels,
  labelsOf,
  maskOf,
  noLabels,
  openedInEmergency,
  type Purpose,
  purposes,
} from './access/labels.ts';
export type { CoveredList, CoveredThing, RecordReach, RecordStandings } from './access/ports.ts';
export { purposeUsed, requirePurpose } from './access/purposes.ts';
export { type Duty, duties, type ReaderRow, type RecordReader } from './access/record-reader.ts';
export {
  type AccessScope,
  type EmergencyLookup,
  type RecordScopes,
  type ScopeName,
  scopeKinds,
} from './access/scopes.ts';
export {
  standingsInWorkspace,
  type WorkspaceStanding,
  whoRetains,
  wordsOfWorkspaceStandings,
  workspaceStandingsOfRoles,
} from './access/workspace-standings.ts';
export { addEntryAddendum } from './addenda/add-entry-addendum.ts';
export { type Addendum, type AddendumDocument, addendumKinds, openedAddendum } from './addenda/addendum.ts';
export type { AddendumRepository } from './addenda/ports.ts';
export { AddendumView } from './addenda/views.ts';
export { type Amendment, amendmentStates } from './amendments/amendment.ts';
export { createAmendment } from './amendments/create-amendment.ts';
export { decideAmendment } from './amendments/decide-amendment.ts';
export {
  amendmentAccepted,
  amendmentDenied,
  amendmentDisagreementRecorded,
  amendmentExtended,
  amendmentFulfilled,
  amendmentLate,
  amendmentRebuttalRecorded,
  amendmentRequested,
  amendmentWithdrawn,
} from './amendments/events.ts';
export { listAmendments } from './amendments/list-amendments.ts';
export {
  mailAmendmentAccepted,
  mailAmendmentDenied,
  mailAmendmentExtended,
  mailAmendmentFulfilled,
  mailAmendmentLate,
  mailAmendmentRequested,
  mailAmendmentVersion,
} from './amendments/mail-amendment.ts';
export type {
  AmendmentFilter,
  AmendmentPage,
  AmendmentRepository,
  AmendmentSweep,
  AmendmentsAsked,
  ListedAmendment,
} from './amendments/ports.ts';
export { remindOfAmendments } from './amendments/remind-of-amendments.ts';
export { decidingRoles } from './amendments/seen-amendment.ts';
export { AmendmentView } from './amendments/views.ts';
export { attachUploadToEntry } from './attachments/attach-upload-to-entry.ts';
export { attachmentStates, type EntryAttachment } from './attachments/attachment.ts';
export { deleteAttachmentBytes, deletePlainObject } from './attachments/delete-attachment-bytes.ts';
export {
  attachmentDuplicate,
  attachmentErased,
  attachmentLimit,
  attachmentNotClean,
  attachmentNotFound,
  attachmentQuarantined,
  attachmentSourceNotReady,
  entryLocked,
} from './attachments/errors.ts';
export {
  attachmentBytesReleased,
  attachmentCleared,
  attachmentLeftUnscanned,
  attachmentTextRead,
  entryAttachmentAdded,
  entryAttachmentQuarantined,
  entryAttachmentRead,
  entryAttachmentRemoved,
  plainObjectReleased,
} from './attachments/events.ts';
export { getEntryAttachmentContent } from './attachments/get-entry-attachment-content.ts';
export { linkEntryAttachment } from './attachments/link-entry-attachment.ts';
export { openedAttachment, readableBytes } from './attachments/opened-attachment.ts';
export type {
  AttachmentText,
  DueAttachment,
  EntryAttachmentRepository,
  EntryAttachmentSweep,
} from './attachments/ports.ts';
export { readAttachmentText } from './attachments/read-attachment-text.ts';
export { removeEntryAttachment } from './attachments/remove-entry-attachment.ts';
export { rescanAttachments, scanAttachment } from './attachments/scan-attachments.ts';
export { uploadEntryAttachment } from './attachments/upload-entry-attachment.ts';
export { AttachmentView } from './attachments/views.ts';
export { addAuditCosignature } from './audit/add-audit-cosignature.ts';
export { cosignCheckpoint } from './audit/cosign-checkpoint.ts';
export { createAuditCheckpoint } from './audit/create-audit-checkpoint.ts';
export type { EntryProofs, RecordProofs } from './audit/entry-proofs.ts';
export {
  auditCheckpointNotFound,
  auditCosignatureInvalid,
  auditEventNotFound,
  auditIntegrityBroken,
  auditNoNewEvents,
  auditNotAllowed,
  auditNotYetCheckpointed,
  auditWitnessUnknown,
} from './audit/errors.ts';
export {
  auditDetailErased,
  auditExported,
  auditIntegrityFailed,
  auditKeyRotated,
  auditRead,
  auditVerified,
  checkpointCosigned,
  checkpointIssued,
} from './audit/events.ts';
export { exportAuditEvents } from './audit/export-audit-events.ts';
export { getAuditConsistency } from './audit/get-audit-consistency.ts';
export { getAuditEventProof } from './audit/get-audit-event-proof.ts';
export { getAuditLogKeys } from './audit/get-audit-log-keys.ts';
export { getLatestAuditCheckpoint } from './audit/get-latest-audit-checkpoint.ts';
export { issueCheckpoints } from './audit/issue-checkpoints.ts';
export type { LedgerStanding } from './audit/ledger-standing.ts';
export { listAuditCheckpoints } from './audit/list-audit-checkpoints.ts';
export { listAuditEvents } from './audit/list-audit-events.ts';
export type { AuditEventFilter, ListedEvent, StoredDetail } from './audit/listed-event.ts';
export {
  type AuditLog,
  type AuditTiles,
  type AuditTrail,
  type CheckpointLog,
  type CheckpointReason,
  type CheckpointSigner,
  type CheckpointSink,
  type Cosignature,
  checkpointReasons,
  type LedgerSweep,
  type LogKey,
  type PlacedDetail,
  type StoredCheckpoint,
  type StoredRow,
  type SweptLedger,
  type WaitingDetailSweep,
} from './audit/ports.ts';
export { publishCheckpoint } from './audit/publish-checkpoint.ts';
export { mailLedgerAlarm, raiseLedgerAlarm } from './audit/raise-ledger-alarm.ts';
export { sealWaitingDetails } from './audit/seal-waiting-details.ts';
export { verifyAuditLedger } from './audit/verify-audit-ledger.ts';
export { beginNightlyVerifications, verifyNightly } from './audit/verify-nightly.ts';
export { AuditEventView, CheckpointView, VerificationView } from './audit/views.ts';
export { deleteCaseBundle } from './bundle/delete-case-bundle.ts';
export { bundleChanged, bundleEmpty, bundleTooLarge, recordsExportNotAllowed } from './bundle/errors.ts';
export { caseBundleBegun, caseBundleCreated } from './bundle/events.ts';
export { getCaseBundle } from './bundle/get-case-bundle.ts';
export {
  type BundleBlock,
  type BundleModel,
  BundleTooLarge,
  type RecordPdfComposer,
} from './bundle/record-pdf-composer.ts';
export { addCaseMember } from './cases/add-case-member.ts';
export { addCaseSubject } from './cases/add-case-subject.ts';
export {
  type CaseMember,
  type CaseStatus,
  type CaseSubject,
  caseStates,
  openCaseStatuses,
  type RecordCase,
  wordsOfCase,
} from './cases/case.ts';
export { recordsCaseAccess } from './cases/case-access.ts';
export {
  type CaseRetention,
  type ComparedClocks,
  type KeptCase,
  type KeptState,
  keptStates,
  type OpenedCase,
} from './cases/case-retention.ts';
export { CaseSummaryView } from './cases/case-summary.ts';
export { createCase } from './cases/create-case.ts';
export { endCaseSubject } from './cases/end-case-subject.ts';
export {
  caseCreated,
  caseDisposed,
  caseMemberAdded,
  caseMemberChanged,
  caseMemberRemoved,
  caseRead,
  caseStatusChanged,
  caseSubjectLinked,
  caseSubjectUnlinked,
  caseUpdated,
  caseWallChanged,
} from './cases/events.ts';
export { expireCaseMembers } from './cases/expire-case-members.ts';
export { getCase } from './cases/get-case.ts';
export { listCases } from './cases/list-cases.ts';
export { recordsMembership } from './cases/membership-participation.ts';
export type {
  CaseContents,
  CaseCounts,
  CaseFilter,
  CaseMemberRepository,
  CaseMemberSweep,
  CasePage,
  CaseRepository,
  CaseSubjectRepository,
  LinkedSubject,
  ListedCase,
  StoodCase,
} from './cases/ports.ts';
export { removeCaseMember } from './cases/remove-case-member.ts';
export { recordsSecondPersons } from './cases/second-persons.ts';
export type { SeenCase } from './cases/seen-case.ts';
export { decideCaseTransfer } from './cases/transfers/decide-case-transfer.ts';
export { caseTransferDecided, caseTransferRequested } from './cases/transfers/events.ts';
export { expireCaseTransfers } from './cases/transfers/expire-case-transfers.ts';
export { mailCaseTransferDecided, mailCaseTransferRequested } from './cases/transfers/mail-case-transfer.ts';
export type { CaseTransferRepository, CaseTransferSweep } from './cases/transfers/ports.ts';
export { type CaseTransfer, caseTransferStates } from './cases/transfers/transfer.ts';
export { transferCase } from './cases/transfers/transfer-case.ts';
export { CaseTransferView } from './cases/transfers/views.ts';
export { transitionCase } from './cases/transition-case.ts';
export { updateCase } from './cases/update-case.ts';
export { CaseMemberView, CaseSubjectView, CaseView } from './cases/views.ts';
export { recordsClosure } from './closure-participation.ts';
export { coSignEntry } from './co-signing/co-sign-entry.ts';
export { mailCoSignDeclined, mailCoSignRequested } from './co-signing/mail-co-sign.ts';
export { getRecordsDashboard } from './dashboard/get-records-dashboard.ts';
export {
  type DayBounds,
  type WaitingCounts,
  type WaitingItem,
  type WaitingKind,
  type WaitingWork,
  type WorkLists,
  waitingKinds,
} from './dashboard/ports.ts';
export type { RecordErasure } from './disposal/ports.ts';
export type { RecordDisposal } from './disposal/record-disposal.ts';
export { createEncounter } from './encounters/create-encounter.ts';
export {
  type Encounter,
  type EncounterText,
  encounterStates,
  type SealedEncounter,
  type StoredEncounter,
} from './encounters/encounter.ts';
export { encounterInvalidState, encounterNotFound } from './encounters/errors.ts';
export {
  encounterCreated,
  encounterRead,
  encounterStatusChanged,
  encounterUpdated,
} from './encounters/events.ts';
export { getEncounter } from './encounters/get-encounter.ts';
export type { EncounterRepository } from './encounters/ports.ts';
export { updateEncounter } from './encounters/update-encounter.ts';
export { EncounterView } from './encounters/views.ts';
export { approveEntry, entryReviewers } from './entries/approve-entry.ts';
export { batchFinalizeEntries } from './entries/batch-finalize-entries.ts';
export { type EntrySeal, entrySeal, type VersionDocument } from './entries/content.ts';
export { createEntry } from './entries/create-entry.ts';
export {
  coSignStates,
  type EntrySubmission,
  type EntryVersion,
  entryStates,
  entryVersionStates,
  type RecordEntry,
} from './entries/entry.ts';
export { reauthentication } from './entries/entry-fields.ts';
export {
  aboutEntry,
  attestationFailed,
  attestationOpened,
  entryAddendumAdded,
  entryAmended,
  entryApproved,
  entryCoSignDeclined,
  entryCoSigned,
  entryCoSignRequested,
  entryCreated,
  entryDraftUpdated,
  entryEnteredInError,
  entryFinalized,
  entryIntegrityFailed,
  entryRead,
  entryReturned,
  entrySignatureDue,
  entrySubmitted,
  entryTakenOver,
  entryVersionAbandoned,
  entryVersionOpened,
  entryWithdrawn,
} from './entries/events.ts';
export { finalizeEntry } from './entries/finalize-entry.ts';
export { getEntry } from './entries/get-entry.ts';
export { listCaseEntries } from './entries/list-case-entries.ts';
export {
  mailEntryApproved,
  mailEntryReturned,
  mailEntrySubmitted,
  mailEntryTakenOver,
} from './entries/mail-entry.ts';
export { markEntryInError } from './entries/mark-entry-in-error.ts';
export type {
  DueSignature,
  EntriesAsked,
  EntryFilter,
  EntryPage,
  EntryRepository,
  OpenItem,
  PinnedNumber,
  RecordSignatureRepository,
  SealedVersion,
  SignatureSweep,
} from './entries/ports.ts';
export { returnEntry } from './entries/return-entry.ts';
export { type EntrySurroundings, openedContent } from './entries/sealed-contents.ts';
export { mailUnsignedToLeads, sendLeadDigests } from './entries/send-lead-digests.ts';
export { mailSignatureDue, sendSignatureReminders } from './entries/send-signature-reminders.ts';
export { type AttestationSession, type RecordSignature, reauthMethods } from './entries/signature.ts';
export { SignatureView } from './entries/signature-view.ts';
export { submitEntry } from './entries/submit-entry.ts';
export { updateEntryDraft } from './entries/update-entry-draft.ts';
export { EntrySummaryView, EntryView } from './entries/views.ts';
export {
  amendmentAlreadyExtended,
  amendmentInvalidState,
  amendmentNotFound,
  attestationReauthenticationFailed,
  caseInvalidState,
  caseLastLead,
  caseMemberBlocked,
  caseMemberLimit,
  caseMemberNotEligible,
  caseMemberNotFound,
  caseNotFound,
  caseOpenItems,
  casePrimarySubjectRequired,
  caseReferenceTaken,
  caseSubjectAlreadyLinked,
  caseSubjectLimit,
  caseSubjectNotFound,
  coSignAuthor,
  coSignInvalidState,
  coSignNotRequestedFromYou,
  entryBatchBlocked,
  entryContentChanged,
  entryIncomplete,
  entryInvalidState,
  entryLimit,
  entryNotAuthor,
  entryNotFound,
  entryReviewerRequired,
  entryTooLarge,
  entryVersionNotFound,
  entryWorkingVersionExists,
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectDisposed,
  subjectDuplicate,
  subjectHasOpenCases,
  subjectIdentifierLimit,
  subjectIdentifierNotFound,
  subjectIdentifierTaken,
  subjectInvalidState,
  subjectMergeKindMismatch,
  subjectMergeLaterMergeExists,
  subjectMergeNotFound,
  subjectMergeNotReversible,
  subjectMergeReversalConflict,
  subjectMergeSelf,
  subjectNotFound,
  subjectReferenceTaken,
  templateArchived,
  templateCodeTaken,
  templateLimit,
  templateNotFound,
  templateUnchanged,
} from './errors.ts';
export {
  accessDenied,
  confidentialityLowered,
  confidentialityRaised,
  recordOfCase,
  recordOfSubject,
  recordsListRead,
  recordsSigningKeyCreated,
  subjectCreated,
  subjectDisposedOf,
  subjectDuplicateOverridden,
  subjectIdentifierAdded,
  subjectIdentifierVoided,
  subjectMerged,
  subjectMergeReversed,
  subjectRead,
  subjectStatusChanged,
  subjectUpdated,
} from './events.ts';
export { createFollowUp } from './follow-ups/create-follow-up.ts';
export { followUpInvalidState, followUpNotFound, followUpOwnerNotMember } from './follow-ups/errors.ts';
export {
  followUpAssigned,
  followUpCancelled,
  followUpCompleted,
  followUpCreated,
  followUpReminderDue,
  followUpReopened,
  followUpUpdated,
} from './follow-ups/events.ts';
export {
  type FollowUp,
  type FollowUpText,
  followUpStates,
  type ListedFollowUp,
  type SealedFollowUp,
  type StoredFollowUp,
} from './follow-ups/follow-up.ts';
export { listFollowUps } from './follow-ups/list-follow-ups.ts';
export { mailFollowUpAssigned, mailFollowUpReminder } from './follow-ups/mail-follow-up.ts';
export type {
  DueReminder,
  FollowUpFilter,
  FollowUpPage,
  FollowUpRepository,
  FollowUpSweep,
  FollowUpWords,
} from './follow-ups/ports.ts';
export { sendFollowUpReminders } from './follow-ups/send-follow-up-reminders.ts';
export { updateFollowUp } from './follow-ups/update-follow-up.ts';
export { FollowUpView } from './follow-ups/views.ts';
export type { IntakeTransaction, RecordIntake } from './intake.ts';
export {
  type IntegrityCheck,
  type IntegrityCheckRepository,
  type IntegritySize,
  integrityCheckStates,
  integrityScopes,
} from './integrity/check.ts';
export { integrityCheckRunning, integrityInvalidState } from './integrity/errors.ts';
export { integrityChecked, integrityCheckQueued } from './integrity/events.ts';
export { listIntegrityChecks } from './integrity/list-integrity-checks.ts';
export { runIntegrityCheck } from './integrity/run-integrity-check.ts';
export { runQueuedCheck } from './integrity/run-queued-check.ts';
export { IntegrityCheckView } from './integrity/views.ts';
export type {
  RecordKeyRepository,
  RecordSigningKey,
  RecordSigningKeyRepository,
  ScopeKey,
} from './keys/ports.ts';
export { rotateSigningKey } from './keys/record-signer.ts';
export { openedKey, scopeKey } from './keys/scope-key.ts';
export {
  offers,
  type RecordCases,
  type RecordDrafts,
  type RecordEntries,
  type RecordLedger,
  type RecordReaders,
  type RecordReading,
  type RecordSigning,
  type RecordSubjects,
  type TemplateSeeding,
} from './offers.ts';
export {
  type PackTerm,
  type PackType,
  packTerms,
  type RecordPack,
  type RecordPacks,
  type RecordWorkflow,
  type Terminology,
  type TermWords,
  usualWorkflow,
  workflowOf,
} from './pack/record-pack.ts';
export { ports } from './ports.ts';
export { promotionAlreadyPromoted, promotionSourceNotReady } from './promotions/errors.ts';
export { promotionCreated } from './promotions/events.ts';
export { listIntegrationOptions } from './promotions/list-integration-options.ts';
export type { PromotedTarget, PromotionRepository } from './promotions/ports.ts';
export { promoteRecordSource } from './promotions/promote-record-source.ts';
export type { Promotion } from './promotions/promotion.ts';
export { PromotionView } from './promotions/views.ts';
export { writesOfRecords } from './rates.ts';
export { recordWebhook } from './record-webhook.ts';
export { searchNoTerms } from './search/errors.ts';
export { recordIndexDue, recordReindexDue, recordsSearched } from './search/events.ts';
export { findUnindexedRecords, indexReadFile, indexRecords, reindexRecords } from './search/index-records.ts';
export {
  type ComparedRow,
  type FoundRecord,
  type FoundRecords,
  type IndexedText,
  mostRanked,
  type QueryTerms,
  type RecordIndexSweep,
  type RecordSearch,
  type RecordSearching,
  type SealedAddendum,
  type SealedEntry,
  type SealedFile,
  type SealedText,
  type SearchKind,
  type UnindexedCase,
  type UnindexedRecord,
} from './search/ports.ts';
export { searchRecords } from './search/search-records.ts';
export { RecordSearchHitView } from './search/views.ts';
export { addSubjectIdentifier } from './subjects/add-subject-identifier.ts';
export { createSubject } from './subjects/create-subject.ts';
export { checkSubjectDuplicates } from './subjects/duplicates/check-duplicates.ts';
export { DuplicateCandidateView } from './subjects/duplicates/views.ts';
export { getSubject } from './subjects/get-subject.ts';
export { listSubjects } from './subjects/list-subjects.ts';
export { mailMergeNotice } from './subjects/merges/mail-merge-notice.ts';
export {
  type FieldChoices,
  type MergeableField,
  type MergeLogItem,
  type MergeSummary,
  type SubjectMerge,
  subjectMergeStates,
} from './subjects/merges/merge.ts';
export { mergeSubject } from './subjects/merges/merge-subject.ts';
export { subjectMergeNoticeDue } from './subjects/merges/notice-events.ts';
export { reverseSubjectMerge } from './subjects/merges/reverse-subject-merge.ts';
export { SubjectMergeView } from './subjects/merges/views.ts';
export {
  type FoundMerge,
  type IdentifiedBy,
  mostWithheld,
  type PairedCase,
  type SubjectConsents,
  type SubjectFilter,
  type SubjectIdentifierRepository,
  type SubjectMatchKeyRepository,
  type SubjectMergeRepository,
  type SubjectPage,
  type SubjectRepository,
  type WaitingIdentifierSweep,
} from './subjects/ports.ts';
export { sealWaitingIdentifiers } from './subjects/seal-waiting-identifiers.ts';
export { wordsOfSubject } from './subjects/searched-words.ts';
export type { SeenSubject } from './subjects/seen-subject.ts';
export {
  type IdentifierSeal,
  identifierStates,
  requireLiving,
  type Subject,
  type SubjectIdentifier,
  type SubjectStatus,
  subjectStates,
} from './subjects/subject.ts';
export { recordsSubjectAccess } from './subjects/subject-access.ts';
export { purposeOfUse, reason, subjectId } from './subjects/subject-fields.ts';
export { updateSubject } from './subjects/update-subject.ts';
export { changedBy, type NamedUsers, namedUsers, nobodyOr, UserRef } from './subjects/user-refs.ts';
export { SubjectIdentifierView, SubjectView } from './subjects/views.ts';
export { voidSubjectIdentifier } from './subjects/void-subject-identifier.ts';
export { createRecordTemplate } from './templates/create-record-template.ts';
export { createRecordTemplateVersion } from './templates/create-record-template-version.ts';
export { templateCreated, templateUpdated, templateVersionCreated } from './templates/events.ts';
export { listRecordTemplates } from './templates/list-record-templates.ts';
export { type NewTemplate, newTemplateInput } from './templates/new-template.ts';
export type { RecordTemplateRepository } from './templates/ports.ts';
export type { Seeding, TemplatesToSeed } from './templates/seed-templates.ts';
export {
  coSignerRoles,
  coSignPolicies,
  type RecordTemplate,
  type RecordTemplateVersion,
  recordTemplateStates,
  reviewPolicies,
} from './templates/template.ts';
export { requireSoundSections } from './templates/template-fields.ts';
export { updateRecordTemplate } from './templates/update-record-template.ts';
export { RecordTemplateVersionView, RecordTemplateView, SectionDefinitionView } from './templates/views.ts';
export type { PlainTextSweep } from './texts/ports.ts';
export { sealPlainTexts } from './texts/seal-plain-texts.ts';
