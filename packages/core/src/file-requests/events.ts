import { z } from 'zod';
import { event, type LedgerEntry } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';
import type { WebhookEntry } from '../kernel/webhook-events.ts';
import { type ClientUpload, clientUploadStates } from './client-upload.ts';
import { type FileRequestLink, fileRequestLinkCauses } from './link.ts';
import { type FileRequest, fileRequestStates } from './request.ts';

const request = {
  requestId: id(),
  caseId: id().nullable(),
  status: z.enum(fileRequestStates.states),
  version: z.int(),
};
interface AboutRequest {
  readonly requestId: string;
  readonly caseId: string | null;
  readonly status: FileRequest['status'];
  readonly version: number;
}

/** The data about a request that its events carry. */
export const aboutRequest = ({ id: requestId, caseId, status, version }: FileRequest): AboutRequest => ({
  requestId,
  caseId,
  status,
  version,
});

const ledger = {
  target: ({ requestId, version }) => ({ kind: 'file_request', id: requestId, version }),
  refs: ({ caseId }) => ({ caseId }),
  facts: ({ status }) => ({ status }),
} satisfies LedgerEntry<AboutRequest>;

/** An endpoint belongs to the whole workspace, and who works on a case is not everybody in it. */
const outside = {
  webhook: {
    context: 'lifecycle',
    data: ({ requestId, caseId, status, version }) =>
      caseId === null ? { requestId, status, version } : null,
  } satisfies WebhookEntry<AboutRequest>,
} as const;

const changed = { changed: z.array(z.string()) };
const link = { linkVersion: z.int(), cause: z.enum(fileRequestLinkCauses), delivery: z.string() };
const reasoned = { reason: z.string().nullable() };
const linkLedger = {
  ...ledger,
  facts: ({
    linkVersion,
    cause,
    delivery,
    ...data
  }: AboutRequest & Pick<FileRequestLink, 'linkVersion' | 'cause'> & { delivery: string }) => ({
    ...ledger.facts(data),
    linkVersion,
    cause,
    delivery,
  }),
};
const reasonLedger = { ...ledger, detail: ({ reason }: { reason: string | null }) => ({ reason }) };

export const fileRequestCreated = event(
  'file_request.created',
  z.strictObject({
    ...request,
    title: z.string(),
    clientName: z.string(),
    clientEmail: z.string(),
    items: z.int(),
    templateId: id().nullable(),
  }),
  {
    ...ledger,
    facts: ({ items, templateId, ...data }) => ({ ...ledger.facts(data), items, templateId }),
    detail: ({ title, clientName, clientEmail }) => ({ title, clientName, clientEmail }),
  },
);
export const fileRequestUpdated = event('file_request.updated', z.strictObject({ ...request, ...changed }), {
  ...ledger,
  facts: ({ changed, ...data }) => ({ ...ledger.facts(data), changed }),
});
export const fileRequestSent = event(
  'file_request.sent',
  z.strictObject({ ...request, ...link }),
  linkLedger,
  outside,
);
export const fileRequestReminded = event(
  'file_request.reminded',
  z.strictObject({ ...request, ...link }),
  linkLedger,
);
export const fileRequestOpened = event('file_request.opened', z.strictObject(request), ledger);
const upload = { ...request, uploadId: id(), itemId: id(), uploadStatus: z.enum(clientUploadStates.states) };
interface AboutUpload extends AboutRequest {
  readonly uploadId: string;
  readonly itemId: string;
  readonly uploadStatus: ClientUpload['status'];
}

/** The data about a file of a request that its events carry. */
export const aboutUpload = (
  request: FileRequest,
  { id: uploadId, itemId, status }: ClientUpload,
): AboutUpload => ({
  ...aboutRequest(request),
  uploadId,
  itemId,
  uploadStatus: status,
});
const uploadFacts = ({ uploadId, itemId, uploadStatus, ...data }: AboutUpload) => ({
  ...ledger.facts(data),
  uploadId,
  itemId,
  uploadStatus,
});
const uploadLedger = { ...ledger, facts: uploadFacts } satisfies LedgerEntry<AboutUpload>;

export const fileRequestUploadReceived = event(
  'file_request.upload_received',
  z.strictObject({ ...upload, fileName: z.string() }),
  { ...uploadLedger, detail: ({ fileName }) => ({ fileName }) },
  outside,
);
export const fileRequestUploadQuarantined = event(
  'file_request.upload_quarantined',
  z.strictObject({ ...upload, code: z.string() }),
  { ...uploadLedger, facts: ({ code, ...data }) => ({ ...uploadFacts(data), code }) },
);
export const fileRequestUploadAccepted = event(
  'file_request.upload_accepted',
  z.strictObject({ ...upload, documentId: id() }),
  { ...uploadLedger, facts: ({ documentId, ...data }) => ({ ...uploadFacts(data), documentId }) },
);
export const fileRequestUploadRejected = event(
  'file_request.upload_rejected',
  z.strictObject({ ...upload, reason: z.string() }),
  { ...uploadLedger, detail: ({ reason }) => ({ reason }) },
  outside,
);
/** A decision was taken back. */
export const fileRequestUploadReset = event(
  'file_request.upload_reset',
  z.strictObject(upload),
  uploadLedger,
);
export const fileRequestSubmitted = event('file_request.submitted', z.strictObject(request), ledger, outside);
/** A request had no time to scan a file, so a job does. It has no ledger line, since it follows an event that has one. */
export const clientUploadLeftUnscanned = event(
  'client_upload.left_unscanned',
  z.strictObject({ requestId: id(), uploadId: id() }),
  null,
);
export const fileRequestCompleted = event(
  'file_request.completed',
  z.strictObject({ ...request, ...reasoned }),
  reasonLedger,
  outside,
);
export const fileRequestCancelled = event(
  'file_request.cancelled',
  z.strictObject({ ...request, ...reasoned }),
  reasonLedger,
  outside,
);
export const fileRequestExpired = event('file_request.expired', z.strictObject(request), ledger, outside);
export const fileRequestReopened = event(
  'file_request.reopened',
  z.strictObject({ ...request, expiresAt: z.string() }),
  { ...ledger, facts: ({ expiresAt, ...data }) => ({ ...ledger.facts(data), expiresAt }) },
  outside,
);

export const clientUploadDestroyed = event(
  'client_upload.destroyed',
  z.strictObject({
    uploadId: id(),
    requestId: id(),
    itemId: id(),
    caseId: id().nullable(),
    sha256: z.string(),
    sizeBytes: z.int(),
  }),
  {
    target: ({ uploadId }) => ({ kind: 'client_upload', id: uploadId }),
    refs: ({ caseId }) => ({ caseId }),
    facts: ({ requestId, itemId, sha256, sizeBytes }) => ({ requestId, itemId, sha256, sizeBytes }),
  },
);
/** The bytes of a file were taken from it. It has no ledger line, since it follows an event that has one. */
export const clientUploadBytesReleased = event(
  'client_upload.bytes_released',
  z.strictObject({ uploadId: id() }),
  null,
);
