import { failure } from '../kernel/errors.ts';

export const fileRequestNotFound = failure(
  'file_request.not_found',
  'not_found',
  'There is no such file request in this workspace, or you do not see it; list the requests to find it.',
);
export const fileRequestInvalidState = failure(
  'file_request.invalid_state',
  'conflict',
  'The file request is in a state that forbids this; read it again.',
);
export const fileRequestItemInUse = failure(
  'file_request.item_in_use',
  'conflict',
  'Files were sent for this item, so it can neither be removed nor be narrowed; change its words, or widen it.',
);
export const fileRequestTooMany = failure(
  'file_request.too_many',
  'conflict',
  'The workspace has 10,000 file requests that have not ended; complete or cancel some first.',
);
export const fileRequestTemplateNotFound = failure(
  'file_request_template.not_found',
  'not_found',
  'There is no such template in this workspace; list the templates to find it.',
);
export const fileRequestTemplateDuplicate = failure(
  'file_request_template.duplicate',
  'conflict',
  'A template of this name is there already; names are compared without case and accents.',
);
export const fileRequestTemplateTooMany = failure(
  'file_request_template.too_many',
  'conflict',
  'The workspace has 500 templates of file requests; archive some first.',
);
export const caseNotFound = failure(
  'case.not_found',
  'not_found',
  'There is no such case in this workspace, or you do not work on it.',
);
export const fileRequestItemNotFound = failure(
  'file_request.item_not_found',
  'not_found',
  'The request does not ask for this; open the link again to see what it asks for.',
);
export const fileRequestClosed = failure(
  'file_request.closed',
  'conflict',
  'The request is complete and takes no more files; what was sent is still shown.',
);
export const fileRequestItemFull = failure(
  'file_request.item_full',
  'conflict',
  'As many files as may be sent for this are there already.',
);
export const fileRequestFull = failure(
  'file_request.full',
  'conflict',
  'The request takes at most 200 files, those that were rejected included; ask whoever sent it for another one.',
);
export const fileRequestStorageUnavailable = failure(
  'file_request.storage_unavailable',
  'conflict',
  'The file cannot be taken at the moment; whoever sent you the link has been told, so try again later.',
);
export const clientUploadNotFound = failure(
  'client_upload.not_found',
  'not_found',
  'There is no such file, or you do not see it; read the request to find its files.',
);
export const clientUploadScanning = failure(
  'client_upload.scanning',
  'conflict',
  'The file is still being scanned; try again in a few seconds.',
);
export const clientUploadQuarantined = failure(
  'client_upload.quarantined',
  'conflict',
  'The file was found to be harmful or of a kind that is not taken, so nobody gets it.',
);
export const clientUploadGone = failure(
  'client_upload.gone',
  'gone',
  'The bytes of this file were destroyed; what is left says what it was.',
);
