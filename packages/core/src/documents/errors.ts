import { failure } from '../kernel/errors.ts';

export const documentNotFound = failure(
  'document.not_found',
  'not_found',
  'There is no such document in this workspace, or you do not see it; list the documents to find it.',
);
export const documentInvalidState = failure(
  'document.invalid_state',
  'conflict',
  'The document is in a state that forbids this; read it again.',
);
export const documentLegalHold = failure(
  'document.legal_hold',
  'conflict',
  'The document is on legal hold, so it can be neither trashed nor destroyed until the hold is released.',
);
export const documentSigningInProgress = failure(
  'document.signing_in_progress',
  'conflict',
  'The document is out for signature; void it or wait until it is sealed.',
);
export const documentRetentionActive = failure(
  'document.retention_active',
  'conflict',
  'The document has to be kept until its retention period ends.',
);
export const documentNotTrashed = failure(
  'document.not_trashed',
  'conflict',
  'Only a document in the trash or in quarantine can be destroyed; trash it first.',
);
export const documentQuarantined = failure(
  'document.quarantined',
  'conflict',
  'Malware was found in the document, so its content is not handed out; an owner or admin may have it scanned again.',
);
export const documentStillInfected = failure(
  'document.still_infected',
  'conflict',
  'The scanner still finds malware in the document, so it stays in quarantine.',
);
export const documentDisposed = failure(
  'document.disposed',
  'gone',
  'The content of the document was destroyed; what is left says what it was and who destroyed it.',
);
export const documentVariantNotFound = failure(
  'document.variant_not_found',
  'not_found',
  'The document has no content of this variant; versions lists what it has.',
);
export const folderNotFound = failure(
  'folder.not_found',
  'not_found',
  'There is no such folder in this workspace, or you do not see it.',
);
export const folderDuplicate = failure(
  'folder.duplicate',
  'conflict',
  'A folder of this name is there already; names are compared without case and accents.',
);
export const folderTooDeep = failure(
  'folder.too_deep',
  'conflict',
  'Folders lie in one another at most ten levels deep.',
);
export const folderCycle = failure(
  'folder.cycle',
  'conflict',
  'A folder cannot be moved into itself or into a folder below it.',
);
export const folderArchived = failure(
  'folder.archived',
  'conflict',
  'The folder, or one above it, is archived; restore that one first, or choose another.',
);
export const folderTooMany = failure(
  'folder.too_many',
  'conflict',
  'A folder holds at most 5,000 folders; archive some, or choose another.',
);
export const documentTypeNotFound = failure(
  'type.not_found',
  'not_found',
  'There is no such document type in this workspace.',
);
export const documentTypeArchived = failure(
  'type.archived',
  'conflict',
  'The document type is archived; choose another.',
);
