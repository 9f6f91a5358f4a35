import { failure } from '../../kernel/errors.ts';

export const entryLocked = failure(
  'entry.locked',
  'conflict',
  'Files are added and removed only while the entry is a draft or was returned; give them with an addendum.',
);
export const attachmentNotFound = failure(
  'attachment.not_found',
  'not_found',
  'The entry has no such attachment.',
);
export const attachmentNotClean = failure(
  'attachment.not_clean',
  'conflict',
  'A file was not found to be clean yet; wait, or remove it from the draft.',
);
export const attachmentQuarantined = failure(
  'attachment.quarantined',
  'conflict',
  'The scanner found malware in the file, so nobody is given it.',
);
export const attachmentErased = failure(
  'attachment.erased',
  'gone',
  'The bytes of this file were destroyed; what is left says what it was.',
);
export const attachmentDuplicate = failure(
  'attachment.duplicate',
  'conflict',
  'The entry has a file with the same bytes already, as details say.',
);
export const attachmentLimit = failure(
  'attachment.limit',
  'conflict',
  'An entry has at most 200 attachments; remove one, or write a second entry.',
);
export const attachmentSourceNotReady = failure(
  'attachment.source_not_ready',
  'conflict',
  'The source has no bytes that can be attached yet; look at its state.',
);
