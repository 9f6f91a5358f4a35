import { failure } from '../kernel/errors.ts';

export const recordsPurposeRequired = failure(
  'records.purpose_required',
  'forbidden',
  'Say in the header X-Purpose-Of-Use for which purpose you open this.',
);
export const recordsPurposeNotAllowed = failure(
  'records.purpose_not_allowed',
  'forbidden',
  'This is not opened for that purpose; send the header X-Purpose-Of-Use with another one.',
);
export const recordsLabelNotCleared = failure(
  'records.label_not_cleared',
  'forbidden',
  'You are not cleared for that label; choose another, or ask an owner for clearance.',
);
export const recordsLabelLoweringNotAllowed = failure(
  'records.label_lowering_not_allowed',
  'forbidden',
  'Only the lead of its case who is cleared for a label removes it; ask them.',
);
export const subjectNotFound = failure(
  'subject.not_found',
  'not_found',
  'There is no such subject in this workspace, or you cannot see it.',
);
export const subjectInvalidState = failure(
  'subject.invalid_state',
  'conflict',
  'The state of the subject forbids this; read it again.',
);
export const subjectReferenceTaken = failure(
  'subject.reference_taken',
  'conflict',
  'Another subject has this external reference already; choose another.',
);
export const subjectDuplicate = failure(
  'subject.duplicate',
  'conflict',
  'This subject is there already, as details say; if it is another one, say why in duplicateOverride.',
);
export const subjectIdentifierTaken = failure(
  'subject.identifier_taken',
  'conflict',
  'Another subject has this identifier already; look whether it is the same one.',
);
export const subjectIdentifierLimit = failure(
  'subject.identifier_limit',
  'conflict',
  'A subject has at most 50 identifiers.',
);
export const subjectIdentifierNotFound = failure(
  'subject_identifier.not_found',
  'not_found',
  'There is no such identifier of this subject, or it was voided already.',
);
export const subjectMergeSelf = failure(
  'subject.merge_self',
  'conflict',
  'A subject cannot be merged into itself; name another one.',
);
export const subjectMergeKindMismatch = failure(
  'subject.merge_kind_mismatch',
  'conflict',
  'The two subjects are of different kinds; correct the kind of one of them first.',
);
export const subjectDisposed = failure(
  'subject.disposed',
  'conflict',
  'What was said of one of the two subjects is destroyed, so they cannot be merged.',
);
export const subjectMergeNotFound = failure(
  'subject_merge.not_found',
  'not_found',
  'There is no such merge in this workspace, or you cannot see it.',
);
export const subjectMergeNotReversible = failure(
  'subject_merge.not_reversible',
  'conflict',
  'This merge was reversed already, or what was said of one of its subjects is destroyed.',
);
export const subjectMergeLaterMergeExists = failure(
  'subject_merge.later_merge_exists',
  'conflict',
  'One of the two subjects was merged again later; reverse that merge first.',
);
export const subjectMergeReversalConflict = failure(
  'subject_merge.reversal_conflict',
  'conflict',
  'The fields that details name were changed after the merge; send acceptConflicts to keep them as they are now.',
);
export const caseNotFound = failure(
  'case.not_found',
  'not_found',
  'There is no such case in this workspace, or you cannot see it.',
);
export const caseInvalidState = failure(
  'case.invalid_state',
  'conflict',
  'The state of the case forbids this; read it again.',
);
export const caseOnDispositionReview = failure(
  'case.on_disposition_review',
  'conflict',
  'What becomes of the case was approved; cancel that review, or wait until it has ended.',
);
export const caseReferenceTaken = failure(
  'case.reference_taken',
  'conflict',
  'Another case has this external reference already; choose another.',
);
export const caseMemberBlocked = failure(
  'case.member_blocked',
  'conflict',
  'This person is kept away from the case; a lead of it decides whether that ends.',
);
export const caseMemberLimit = failure('case.member_limit', 'conflict', 'A case has at most 100 members.');
export const caseMemberNotFound = failure(
  'case_member.not_found',
  'not_found',
  'There is no such member of this case, or they have left it already.',
);
export const caseLastLead = failure(
  'case.last_lead',
  'conflict',
  'Somebody has to lead an open case for good; make somebody else lead first.',
);
export const caseSubjectAlreadyLinked = failure(
  'case.subject_already_linked',
  'conflict',
  'The subject is linked to the case already.',
);
export const caseSubjectLimit = failure('case.subject_limit', 'conflict', 'A case has at most 50 subjects.');
export const caseSubjectNotFound = failure(
  'case_subject.not_found',
  'not_found',
  'There is no such subject of this case, or the link has ended already.',
);
export const casePrimarySubjectRequired = failure(
  'case.primary_subject_required',
  'conflict',
  'A case is about somebody; make another subject the primary one first.',
);
export const subjectHasOpenCases = failure(
  'subject.has_open_cases',
  'conflict',
  'The subject has a case that is open; close it first.',
);
export const caseMemberNotEligible = failure(
  'case.member_not_eligible',
  'conflict',
  'Only active members of the workspace work on cases, and guests only as viewer or reviewer; choose somebody else, or another role.',
);
export const templateNotFound = failure(
  'template.not_found',
  'not_found',
  'There is no such template in this workspace.',
);
export const templateArchived = failure(
  'template.archived',
  'conflict',
  'The template is archived; restore it or choose another.',
);
export const templateCodeTaken = failure(
  'template.code_taken',
  'conflict',
  'Another template has this code already; choose another.',
);
export const templateUnchanged = failure(
  'template.unchanged',
  'conflict',
  'The sections are those of the current version; change one first.',
);
export const templateLimit = failure(
  'template.limit',
  'conflict',
  'A workspace has at most 500 templates that are not archived; archive one first.',
);
export const entryNotFound = failure(
  'entry.not_found',
  'not_found',
  'There is no such entry in this workspace, or you cannot see it.',
);
export const entryVersionNotFound = failure(
  'entry.version_not_found',
  'not_found',
  'The entry has no such version or submission.',
);
export const entryInvalidState = failure(
  'entry.invalid_state',
  'conflict',
  'The state of the entry forbids this; read it again.',
);
export const entryNotAuthor = failure(
  'entry.not_author',
  'forbidden',
  'Only the author of the entry does this; a lead of the case can take a draft over.',
);
export const entryReviewerRequired = failure(
  'entry.reviewer_required',
  'forbidden',
  'Its review policy asks for somebody with another role on the case; ask them.',
);
export const entryIncomplete = failure(
  'entry.incomplete',
  'conflict',
  'Fill the required sections that details name, then submit again.',
);
export const entryTooLarge = failure(
  'entry.too_large',
  'too_large',
  'An entry has at most 512 KiB; shorten it, or write a second one.',
);
export const entryLimit = failure(
  'case.entry_limit',
  'conflict',
  'A case has at most 5 000 entries; open another case.',
);
export const entryContentChanged = failure(
  'entry.content_changed',
  'conflict',
  'The content is not the one that you read or that was approved; read it again.',
);
export const entryBatchBlocked = failure(
  'entry.batch_blocked',
  'conflict',
  'Nothing was signed, because of the entries that details name; leave them out or settle them first.',
);
export const attestationReauthenticationFailed = failure(
  'attestation.reauthentication_failed',
  'forbidden',
  'This does not prove that it is you who signs; try again.',
);
export const entryWorkingVersionExists = failure(
  'entry.working_version_exists',
  'conflict',
  'Another version of the entry is being written; finish it, or withdraw what opened it.',
);
export const amendmentNotFound = failure(
  'amendment.not_found',
  'not_found',
  'There is no such request in this workspace, or you cannot see it.',
);
export const amendmentInvalidState = failure(
  'amendment.invalid_state',
  'conflict',
  'The state of the request forbids this; read it again.',
);
export const amendmentAlreadyExtended = failure(
  'amendment.already_extended',
  'conflict',
  'The time of a request is extended once only; decide it.',
);
export const coSignNotRequestedFromYou = failure(
  'co_sign.not_requested_from_you',
  'forbidden',
  'Somebody else is asked to sign this entry too.',
);
export const coSignAuthor = failure(
  'co_sign.author',
  'forbidden',
  'The author of an entry is no second person; somebody else signs it too.',
);
export const coSignInvalidState = failure(
  'co_sign.invalid_state',
  'conflict',
  'The second signature does not stand where this is possible; read the entry again.',
);
export const caseOpenItems = failure(
  'case.open_items',
  'conflict',
  'Finish what details name, then close the case; follow-ups can be carried on by carryFollowUps.',
);
