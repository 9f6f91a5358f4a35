import type { ContentFlag, DocumentPage, TakenContent } from '../documents/index.ts';
import { failure } from '../kernel/errors.ts';
import { machine } from '../kernel/machine.ts';
import { type Instant, plusDays } from '../kernel/time.ts';
import type { ItemStatus, RequestItem } from './request-item.ts';

export const clientUploadNotReviewable = failure(
  'client_upload.not_reviewable',
  'conflict',
  'The file is in a state that forbids this decision; read the request again.',
);

/** The life of a file that a client sent (documents 3.7). What is quarantined stays so: its bytes are destroyed. */
export const clientUploadStates = machine(clientUploadNotReviewable, ['scanning', 'pending_review'], {
  scanning: { clear: 'pending_review', quarantine: 'quarantined' },
  pending_review: { accept: 'accepted', reject: 'rejected' },
  accepted: { reject: 'rejected', reset: 'pending_review' },
  rejected: { reset: 'pending_review' },
  quarantined: {},
});
export type ClientUploadStatus = (typeof clientUploadStates.states)[number];

/** How many files a request takes, those that were rejected included. */
export const mostUploads = 200;
/** How long the bytes of a rejected file are kept, and those of a quarantined one. */
const rejectedDays = 30;
const quarantinedDays = 7;

/** One file that came by the link of a request. */
export interface ClientUpload {
  readonly id: string;
  readonly requestId: string;
  readonly itemId: string;
  readonly fileName: string;
  /** What the bytes are; `application/octet-stream` until that is decided. */
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly status: ClientUploadStatus;
  readonly uploaderName: string | null;
  readonly note: string | null;
  readonly uploadedAt: Instant;
  readonly reviewedByUserId: string | null;
  readonly reviewedAt: Instant | null;
  readonly reviewReason: string | null;
  /** The document that was made of it; the bytes are that one's from then on. */
  readonly documentId: string | null;
  /** The version that the document has if nobody has touched it since. */
  readonly documentVersion: number | null;
  /** An earlier file of the same request with the same bytes. */
  readonly duplicateOf: string | null;
  /** Null once the bytes are a document's, or are deleted. */
  readonly blobKey: string | null;
  readonly scan: 'clean' | 'skipped';
  readonly contentFlags: readonly ContentFlag[];
  readonly pages: readonly DocumentPage[] | null;
  /** When the bytes are to be destroyed; null if they are not. */
  readonly destroyAfter: Instant | null;
  /** From here on the bytes count no longer, and their object is deleted. */
  readonly destroyedAt: Instant | null;
}

/** Whether a file is one of those that the item may have and that answer it. */
export const isStanding = ({ status }: Pick<ClientUpload, 'status'>): boolean =>
  status !== 'rejected' && status !== 'quarantined';

/** Whether a file is one of those that a request may have (CFR-13). */
export const isCounted = ({ status }: Pick<ClientUpload, 'status'>): boolean => status !== 'quarantined';

/** The items with the states that follow from their files. */
export const withStatuses = (
  items: readonly RequestItem[],
  uploads: readonly Pick<ClientUpload, 'itemId' | 'status'>[],
): readonly RequestItem[] =>
  items.map((item) => ({ ...item, status: statusOf(uploads.filter(({ itemId }) => itemId === item.id)) }));

function statusOf(uploads: readonly Pick<ClientUpload, 'status'>[]): ItemStatus {
  const standing = uploads.filter(isStanding);
  if (standing.some(({ status }) => status !== 'accepted')) return 'received';
  if (standing.length > 0) return 'accepted';
  return uploads.some(({ status }) => status === 'rejected') ? 'rejected' : 'open';
}

/** Scanned, and found to be what may be sent; somebody may look at it. */
export const cleared = (
  upload: ClientUpload,
  { mimeType, scan, inspection }: TakenContent,
  fileName: string,
): ClientUpload => ({
  ...upload,
  status: clientUploadStates.next(upload.status, 'clear'),
  fileName,
  mimeType,
  scan,
  contentFlags: inspection.flags,
  pages: inspection.pages,
});

export const quarantined = (upload: ClientUpload, now: Instant): ClientUpload => ({
  ...upload,
  status: clientUploadStates.next(upload.status, 'quarantine'),
  destroyAfter: plusDays(now, quarantinedDays),
});

/** From the commit on the object is nobody's, and is deleted. */
export const destroyed = (upload: ClientUpload, now: Instant): ClientUpload => ({
  ...upload,
  destroyedAt: now,
});

/** Somebody has looked at it, and found it to be what was asked for; the bytes are its document's from then on. */
export const accepted = (upload: ClientUpload, byUserId: string, now: Instant): ClientUpload => ({
  ...upload,
  ...reviewedBy(byUserId, null, now),
  status: clientUploadStates.next(upload.status, 'accept'),
  blobKey: null,
});

/** The bytes of its own are kept for a while, for the record (CFR-7). */
export const rejected = (
  upload: ClientUpload,
  byUserId: string,
  reason: string,
  now: Instant,
): ClientUpload => ({
  ...upload,
  ...reviewedBy(byUserId, reason, now),
  status: clientUploadStates.next(upload.status, 'reject'),
  destroyAfter: upload.blobKey === null ? null : plusDays(now, rejectedDays),
});

export const reset = (upload: ClientUpload): ClientUpload => ({
  ...upload,
  status: clientUploadStates.next(upload.status, 'reset'),
  reviewedByUserId: null,
  reviewedAt: null,
  reviewReason: null,
  destroyAfter: null,
});

const reviewedBy = (byUserId: string, reason: string | null, now: Instant) => ({
  reviewedByUserId: byUserId,
  reviewedAt: now,
  reviewReason: reason,
});
