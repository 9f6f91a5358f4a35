export { type CaseRole, caseRoles } from './access/decision.ts';
export { type Label, type LabelMask, labels, type Purpose, purposes } from './access/labels.ts';
export { addAuditCosignature } from './audit/add-audit-cosignature.ts';
export { cosignCheckpoint } from './audit/cosign-checkpoint.ts';
export { createAuditCheckpoint } from './audit/create-audit-checkpoint.ts';
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
  type StoredCheckpoint,
  type StoredRow,
  type SweptLedger,
} from './audit/ports.ts';
export { publishCheckpoint } from './audit/publish-checkpoint.ts';
export { mailLedgerAlarm, raiseLedgerAlarm } from './audit/raise-ledger-alarm.ts';
export { verifyAuditLedger } from './audit/verify-audit-ledger.ts';
export { beginNightlyVerifications, verifyNightly } from './audit/verify-nightly.ts';
export { AuditEventView, CheckpointView, VerificationView } from './audit/views.ts';
export { recordsClosure } from './closure-participation.ts';
export {
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectDuplicate,
  subjectIdentifierLimit,
  subjectIdentifierNotFound,
  subjectIdentifierTaken,
  subjectInvalidState,
  subjectNotFound,
  subjectReferenceTaken,
} from './errors.ts';
export {
  accessDenied,
  confidentialityLowered,
  confidentialityRaised,
  recordsListRead,
  subjectCreated,
  subjectDuplicateOverridden,
  subjectIdentifierAdded,
  subjectIdentifierVoided,
  subjectRead,
  subjectStatusChanged,
  subjectUpdated,
} from './events.ts';
export {
  type IntegrityCheck,
  type IntegrityCheckRepository,
  integrityCheckStates,
  integrityScopes,
} from './integrity/check.ts';
export { integrityCheckRunning, integrityInvalidState } from './integrity/errors.ts';
export { integrityChecked, integrityCheckQueued } from './integrity/events.ts';
export { listIntegrityChecks } from './integrity/list-integrity-checks.ts';
export { runIntegrityCheck } from './integrity/run-integrity-check.ts';
export { runQueuedCheck } from './integrity/run-queued-check.ts';
export { IntegrityCheckView } from './integrity/views.ts';
export { ports } from './ports.ts';
export { addSubjectIdentifier } from './subjects/add-subject-identifier.ts';
export { createSubject } from './subjects/create-subject.ts';
export { checkSubjectDuplicates } from './subjects/duplicates/check-duplicates.ts';
export { DuplicateCandidateView } from './subjects/duplicates/views.ts';
export { getSubject } from './subjects/get-subject.ts';
export { listSubjects } from './subjects/list-subjects.ts';
export {
  mostWithheld,
  type SubjectFilter,
  type SubjectIdentifierRepository,
  type SubjectMatchKeyRepository,
  type SubjectPage,
  type SubjectReach,
  type SubjectRepository,
} from './subjects/ports.ts';
export { wordsOfSubject } from './subjects/searched-words.ts';
export {
  identifierStates,
  type Subject,
  type SubjectIdentifier,
  type SubjectStatus,
  subjectStates,
} from './subjects/subject.ts';
export { updateSubject } from './subjects/update-subject.ts';
export { SubjectIdentifierView, SubjectView } from './subjects/views.ts';
export { voidSubjectIdentifier } from './subjects/void-subject-identifier.ts';
