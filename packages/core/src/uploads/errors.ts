import { failure } from '../kernel/errors.ts';

export const uploadNotFound = failure(
  'upload.not_found',
  'not_found',
  'You have no such upload session in this workspace; list yours to find it.',
);
export const uploadFileMissing = failure(
  'upload.file_missing',
  'invalid',
  'Send the body as multipart/form-data with one part that is named file.',
);
export const uploadTooManyFiles = failure(
  'upload.too_many_files',
  'invalid',
  'Send one part that is named file, and no second.',
);
export const uploadEmpty = failure('upload.empty', 'invalid', 'The file has no bytes; send another.');
export const uploadTooLarge = failure(
  'upload.too_large',
  'too_large',
  'The file is larger than the plan or the purpose allows.',
);
export const uploadTooManyOpen = failure(
  'upload.too_many_open',
  'conflict',
  'Too many uploads are open; complete or abort some first.',
);
export const uploadTypeNotAllowed = failure(
  'upload.type_not_allowed',
  'unsupported_type',
  'Files of this type are not accepted for this purpose.',
);
export const uploadArchiveUnsafe = failure(
  'upload.archive_unsafe',
  'conflict',
  'The file is an archive that cannot be opened safely: its content is too large or encrypted, or its names lead outside it.',
);
export const uploadOffsetInvalid = failure(
  'upload.offset_invalid',
  'invalid',
  'Send Upload-Offset as a multiple of chunkSizeBytes below sizeBytes.',
);
export const uploadChunkLengthInvalid = failure(
  'upload.chunk_length_invalid',
  'invalid',
  'Send Content-Length, and exactly the bytes of one chunk: chunkSizeBytes, or what is left for the last.',
);
export const uploadDigestMissing = failure(
  'upload.digest_missing',
  'invalid',
  'Send the SHA-256 of the chunk as Content-Digest: sha-256=:<base64>:.',
);
export const uploadDigestMismatch = failure(
  'upload.digest_mismatch',
  'invalid',
  'The bytes arrived damaged and nothing was stored; send the chunk again.',
);
export const uploadChunkConflict = failure(
  'upload.chunk_conflict',
  'conflict',
  'Different bytes are already stored at this offset, and they are kept.',
);
export const uploadInvalidState = failure(
  'upload.invalid_state',
  'conflict',
  'The upload session is not open for this any more; read it again.',
);
export const uploadExpired = failure(
  'upload.expired',
  'gone',
  'The upload session has expired; start another.',
);
export const uploadIncomplete = failure(
  'upload.incomplete',
  'conflict',
  'Bytes are missing; send the ranges named in details and complete again.',
);
export const uploadChecksumMismatch = failure(
  'upload.checksum_mismatch',
  'conflict',
  'The file does not have the SHA-256 that was declared; start another session.',
);
export const uploadRejected = failure(
  'upload.rejected',
  'conflict',
  'The file contains malware and was deleted.',
);
export const uploadNotCompleted = failure(
  'upload.not_completed',
  'conflict',
  'The upload session is not completed yet; complete it first.',
);
export const uploadAlreadyConsumed = failure(
  'upload.already_consumed',
  'conflict',
  'The file of this upload session has been used already.',
);
export const uploadPurposeMismatch = failure(
  'upload.purpose_mismatch',
  'conflict',
  'The upload session was made for another purpose.',
);

/** The failures that end a session as `failed`, by the code that the session keeps. */
export const uploadFailures = {
  [uploadChecksumMismatch.code]: uploadChecksumMismatch,
  [uploadTypeNotAllowed.code]: uploadTypeNotAllowed,
  [uploadArchiveUnsafe.code]: uploadArchiveUnsafe,
  [uploadRejected.code]: uploadRejected,
};
