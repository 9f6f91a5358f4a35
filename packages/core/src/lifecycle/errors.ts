import { failure } from '../kernel/errors.ts';

export const documentTypeDuplicate = failure(
  'type.duplicate',
  'conflict',
  'A document type has this name or key already; choose another.',
);
export const documentTypeBuiltIn = failure(
  'type.built_in',
  'conflict',
  'Whether a built-in type is a government identity, and its formats, cannot be changed; make a type of your own.',
);
export const documentTypeTooMany = failure(
  'type.too_many',
  'conflict',
  'A workspace has at most 500 document types that are not archived; archive some.',
);
export const policyNotFound = failure(
  'policy.not_found',
  'not_found',
  'There is no such expiration policy in this workspace.',
);
export const policyArchived = failure(
  'policy.archived',
  'conflict',
  'The expiration policy is archived; choose another, or restore it.',
);
export const policyDuplicate = failure(
  'policy.duplicate',
  'conflict',
  'An expiration policy has this name already; choose another.',
);
export const policyTooMany = failure(
  'policy.too_many',
  'conflict',
  'A workspace has at most 1,000 expiration policies that are not archived; archive some.',
);
export const policyAssignmentNotFound = failure(
  'assignment.not_found',
  'not_found',
  'There is no such assignment of this policy, or it has ended.',
);
export const documentHoldNotFound = failure(
  'document_hold.not_found',
  'not_found',
  'There is no such legal hold in this workspace.',
);
export const documentHoldDuplicate = failure(
  'document_hold.duplicate',
  'conflict',
  'A hold of this reference is active on the document already.',
);
export const documentHoldAlreadyReleased = failure(
  'document_hold.already_released',
  'conflict',
  'The hold was released already; place a new one if the document has to be kept again.',
);
export const calculationNotFound = failure(
  'calculation.not_found',
  'not_found',
  'There is no such calculation of this document; calculate it again.',
);
export const lifecycleReferenceStale = failure(
  'lifecycle.reference_stale',
  'conflict',
  'There is a newer one of this document; look at that one.',
);
export const lifecycleReferenceDiffers = failure(
  'lifecycle.reference_differs',
  'conflict',
  'It gave another date than the one that is to be confirmed.',
);
export const identityTypeNotGovernment = failure(
  'identity.type_not_government',
  'conflict',
  'Give the document a type that is a government identity first, such as passport.',
);
export const identityFormatNotAllowed = failure(
  'identity.format_not_allowed',
  'conflict',
  'Documents of this type have zones of another format; look whether the type is the right one.',
);
export const identityNoMrzFound = failure(
  'identity.no_mrz_found',
  'conflict',
  'No machine readable zone was found in the document; run an extraction that looks for mrz first.',
);
export const identityVerificationNotFound = failure(
  'identity_verification.not_found',
  'not_found',
  'There is no such check of this document; check it again.',
);
export const extractionInvalidState = failure(
  'extraction.invalid_state',
  'conflict',
  'Read it again; its state has moved on.',
);
export const extractionNotSupported = failure(
  'extraction.not_supported',
  'conflict',
  'The document has neither text nor a picture that can be read; PDF, Word, OpenDocument text, RTF, plain text, CSV, PNG, JPEG and TIFF can, and HEIC where the package that reads it is installed.',
);
export const extractionEncrypted = failure(
  'extraction.encrypted',
  'conflict',
  'Nobody can read the document without its password; upload it without one.',
);
export const evidenceNotFound = failure(
  'evidence.not_found',
  'not_found',
  'There is no such evidence in this workspace.',
);
export const searchTooBroad = failure(
  'search.too_broad',
  'unavailable',
  'The search took too long; add a word or a filter.',
);
export const subjectNotFound = failure(
  'subject.not_found',
  'not_found',
  'There is no such subject in this workspace, or you cannot see it.',
);
