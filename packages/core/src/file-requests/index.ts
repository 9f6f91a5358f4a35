export { ClientFileRequestView } from './by-link/client-view.ts';
export { getClientFileContent } from './by-link/get-client-file-content.ts';
export { getClientFileRequest } from './by-link/get-client-file-request.ts';
export { uploadClientFile } from './by-link/upload-client-file.ts';
export { cancelRequestsAtClosing } from './cancel-requests-at-closing.ts';
export type { CaseAccess, CaseAccessPart, CaseAudience, ReadableCases } from './case-access.ts';
export {
  type ClientUpload,
  type ClientUploadStatus,
  clientUploadNotReviewable,
  clientUploadStates,
} from './client-upload.ts';
export { fileRequestsClosure } from './closure-participation.ts';
export { createFileRequest } from './create-file-request.ts';
export { deleteClientUploadBytes, destroyClientUploads } from './destroy-client-uploads.ts';
export {
  caseNotFound,
  clientUploadGone,
  clientUploadNotFound,
  clientUploadQuarantined,
  clientUploadScanning,
  fileRequestClosed,
  fileRequestFull,
  fileRequestInvalidState,
  fileRequestItemFull,
  fileRequestItemInUse,
  fileRequestItemNotFound,
  fileRequestNotFound,
  fileRequestStorageUnavailable,
  fileRequestTemplateDuplicate,
  fileRequestTemplateNotFound,
  fileRequestTemplateTooMany,
  fileRequestTooMany,
} from './errors.ts';
export {
  clientUploadBytesReleased,
  clientUploadDestroyed,
  clientUploadLeftUnscanned,
  fileRequestCancelled,
  fileRequestCompleted,
  fileRequestCreated,
  fileRequestExpired,
  fileRequestOpened,
  fileRequestReminded,
  fileRequestReopened,
  fileRequestSent,
  fileRequestSubmitted,
  fileRequestUpdated,
  fileRequestUploadAccepted,
  fileRequestUploadQuarantined,
  fileRequestUploadReceived,
  fileRequestUploadRejected,
  fileRequestUploadReset,
} from './events.ts';
export { expireFileRequests } from './expire-file-requests.ts';
export { getClientUploadContent } from './get-client-upload-content.ts';
export { getFileRequest } from './get-file-request.ts';
export {
  type FileRequestLink,
  type FileRequestLinkCause,
  type FileRequestLinkEnd,
  fileRequestLinkStates,
} from './link.ts';
export { listFileRequests } from './list-file-requests.ts';
export { mailClientNotice } from './mail-client-notice.ts';
export { mailDueFileRequests } from './mail-due-file-requests.ts';
export { mailFileRequest } from './mail-file-request.ts';
export { mailFollowUp } from './mail-follow-up.ts';
export { mailRequestOwner } from './mail-request-owner.ts';
export { fileRequestsMembership } from './membership-participation.ts';
export { moveDueMails } from './move-due-mails.ts';
export { clientNoticeDue, fileRequestMailDue, followUpDue, requestOwnerNoticeDue } from './notices.ts';
export { type FileRequestReader, offers } from './offers.ts';
export {
  type AcceptedUpload,
  type ClientUploadRepository,
  type DueFileRequest,
  type FileRequestFilter,
  type FileRequestLinkRepository,
  type FileRequestRepository,
  type FileRequestSweep,
  type FileRequestsPorts,
  type FileRequestsPreparing,
  type FileRequestsReacting,
  type FileRequestTemplateRepository,
  type FileRequestViewer,
  ports,
} from './ports.ts';
export { remindFileRequest } from './remind-file-request.ts';
export { type FileRequest, type FileRequestStatus, fileRequestStates, openStatuses } from './request.ts';
export { reviewClientUpload } from './review/review-client-upload.ts';
export { scanClientUpload } from './scan-client-upload.ts';
export { sendFileRequest } from './send-file-request.ts';
export { sendFileRequestReminders } from './send-file-request-reminders.ts';
export { createFileRequestTemplate } from './templates/create-file-request-template.ts';
export { fileRequestTemplateCreated, fileRequestTemplateUpdated } from './templates/events.ts';
export { listFileRequestTemplates } from './templates/list-file-request-templates.ts';
export type { FileRequestTemplate } from './templates/template.ts';
export { updateFileRequestTemplate } from './templates/update-file-request-template.ts';
export { FileRequestTemplateView } from './templates/views.ts';
export { updateFileRequest } from './update-file-request.ts';
export { FileRequestSummaryView, FileRequestView } from './views.ts';
