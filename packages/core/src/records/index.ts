export { type CaseRole, type CaseStanding, caseRoles, type LiveGrant } from './access/decision.ts';
export { type Label, type LabelMask, labels, type Purpose, purposes } from './access/labels.ts';
export type { RecordReach, RecordStandings } from './access/ports.ts';
export { type Duty, duties, type ReaderRow, type RecordReader } from './access/reader.ts';
export {
  type CaseMember,
  type CaseSubject,
  caseStates,
  type RecordCase,
} from './cases/case.ts';
export { createCase } from './cases/create-case.ts';
export { caseCreated, caseMemberAdded, caseRead, caseSubjectLinked } from './cases/events.ts';
export { getCase } from './cases/get-case.ts';
export type {
  CaseMemberRepository,
  CaseRepository,
  CaseSubjectRepository,
  LinkedSubject,
  StoodCase,
} from './cases/ports.ts';
export { CaseView } from './cases/views.ts';
export { recordsClosure } from './closure-participation.ts';
export { approveEntry } from './entries/approve-entry.ts';
export { batchFinalizeEntries } from './entries/batch-finalize-entries.ts';
export { createEntry } from './entries/create-entry.ts';
export {
  type EntrySubmission,
  type EntryVersion,
  entryStates,
  entryVersionStates,
  type RecordEntry,
} from './entries/entry.ts';
export {
  attestationFailed,
  attestationOpened,
  entryAmended,
  entryApproved,
  entryCreated,
  entryDraftUpdated,
  entryEnteredInError,
  entryFinalized,
  entryIntegrityFailed,
  entryRead,
  entryReturned,
  entrySubmitted,
  entryTakenOver,
  entryVersionAbandoned,
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
  EntriesAsked,
  EntryFilter,
  EntryPage,
  EntryRepository,
  RecordSignatureRepository,
} from './entries/ports.ts';
export { returnEntry } from './entries/return-entry.ts';
export type { AttestationSession, RecordSignature } from './entries/signature.ts';
export { submitEntry } from './entries/submit-entry.ts';
export { updateEntryDraft } from './entries/update-entry-draft.ts';
export { EntrySummaryView, EntryView, SignatureView } from './entries/views.ts';
export {
  attestationReauthenticationFailed,
  caseInvalidState,
  caseMemberNotEligible,
  caseNotFound,
  caseReferenceTaken,
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
  recordsListRead,
  recordsSigningKeyCreated,
  subjectCreated,
  subjectDuplicateOverridden,
  subjectIdentifierAdded,
  subjectIdentifierVoided,
  subjectRead,
  subjectStatusChanged,
  subjectUpdated,
} from './events.ts';
export type { RecordKeyRepository, RecordSigningKey, RecordSigningKeyRepository } from './keys/ports.ts';
export { rotateSigningKey } from './keys/record-signer.ts';
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
export { createRecordTemplate } from './templates/create-record-template.ts';
export { createRecordTemplateVersion } from './templates/create-record-template-version.ts';
export { templateCreated, templateUpdated, templateVersionCreated } from './templates/events.ts';
export { listRecordTemplates } from './templates/list-record-templates.ts';
export type { RecordTemplateRepository } from './templates/ports.ts';
export {
  type RecordTemplate,
  type RecordTemplateVersion,
  recordTemplateStates,
} from './templates/template.ts';
export { updateRecordTemplate } from './templates/update-record-template.ts';
export { RecordTemplateVersionView, RecordTemplateView } from './templates/views.ts';
