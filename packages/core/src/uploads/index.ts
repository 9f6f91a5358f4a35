export { abortUploadSession } from './abort-upload-session.ts';
export { mediaTypeOf, typeFailure } from './accepted-types.ts';
export { assembleUpload } from './assemble-upload.ts';
export { uploadsClosure } from './closure-participation.ts';
export { collectUpload } from './collect-upload.ts';
export { completeUploadSession } from './complete-upload-session.ts';
export { createUploadSession } from './create-upload-session.ts';
export {
  uploadAlreadyConsumed,
  uploadArchiveUnsafe,
  uploadChecksumMismatch,
  uploadChunkConflict,
  uploadChunkLengthInvalid,
  uploadDigestMismatch,
  uploadDigestMissing,
  uploadEmpty,
  uploadExpired,
  uploadFileMissing,
  uploadIncomplete,
  uploadInvalidState,
  uploadNotCompleted,
  uploadNotFound,
  uploadOffsetInvalid,
  uploadPurposeMismatch,
  uploadRejected,
  uploadTooLarge,
  uploadTooManyFiles,
  uploadTooManyOpen,
  uploadTypeNotAllowed,
} from './errors.ts';
export {
  uploadAborted,
  uploadBytesReleased,
  uploadCompleted,
  uploadConsumed,
  uploadCreated,
  uploadFailed,
  uploadHandedOver,
  uploadSessionExpired,
} from './events.ts';
export { expireUploads } from './expire-uploads.ts';
export { getUploadSession } from './get-upload-session.ts';
export { listUploadSessions } from './list-upload-sessions.ts';
export { uploadsMembership } from './membership-participation.ts';
export { offers } from './offers.ts';
export {
  type ConsumingTransaction,
  type DueUpload,
  ports,
  type UploadChanges,
  type UploadConsumption,
  type UploadedFile,
  type UploadPrecondition,
  type UploadRepository,
  type UploadSweep,
  type UploadsPorts,
  type UploadsPreparing,
  type UploadsReacting,
} from './ports.ts';
export { storeUploadChunk } from './store-upload-chunk.ts';
export { sweepIncomingFiles } from './sweep-incoming-files.ts';
export { sweepOrphans } from './sweep-orphans.ts';
export {
  type ConsumedBy,
  type UploadAction,
  type UploadChunk,
  type UploadProgress,
  type UploadPurpose,
  type UploadSession,
  type UploadStatus,
  uploadStates,
} from './upload-session.ts';
export { UploadSessionView } from './views.ts';
