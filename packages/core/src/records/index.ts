export { type CaseRole, caseRoles } from './access/decision.ts';
export { type Label, type LabelMask, labels, type Purpose, purposes } from './access/labels.ts';
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
