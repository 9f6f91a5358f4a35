import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { attachmentNotClean } from './errors.ts';

/** The life of a file of an entry (records 5.8). What a later look finds malware in is quarantined, whatever came before. */
export const attachmentStates = machine(attachmentNotClean, ['scanning', 'clean'], {
  scanning: { clear: 'clean', quarantine: 'quarantined' },
  clean: { quarantine: 'quarantined' },
  quarantined: { clear: 'clean' },
});
export type AttachmentStatus = (typeof attachmentStates.states)[number];

export const attachmentSources = ['upload', 'resumable', 'document', 'file_request', 'meeting'] as const;
export type AttachmentSource = (typeof attachmentSources)[number];

export const mostAttachments = 200;

/** A file of an entry; its bytes are sealed under the key of the case and never change. */
export interface EntryAttachment {
  readonly id: string;
  readonly entryId: string;
  /** The addendum that it came with; null of a file of the entry itself. */
  readonly addendumId: string | null;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly source: AttachmentSource;
  readonly sourceId: string | null;
  readonly sourceVersion: string | null;
  readonly captionSealed: Uint8Array | null;
  readonly status: AttachmentStatus;
  /** What the scanner said; null while nobody could ask it. */
  readonly scan: 'clean' | 'skipped' | null;
  /** Something that was submitted names it, so that its bytes are kept. */
  readonly pinned: boolean;
  readonly keyId: string;
  /** Null once the bytes are deleted. */
  readonly blobKey: string | null;
  readonly sealedBytes: number;
  readonly addedByUserId: string;
  readonly addedAt: Instant;
  /** When it was taken out of the draft; null if it is there. */
  readonly removedAt: Instant | null;
  /** From here on the bytes count no longer, and their object is deleted. */
  readonly releasedAt: Instant | null;
}

/** The object of a file as the version document names it (records 7.6). */
export interface AttachmentPart {
  readonly id: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export const partOf = ({ id, fileName, contentType, sizeBytes, sha256 }: AttachmentPart): AttachmentPart => ({
  ...{ id, fileName, contentType, sizeBytes, sha256 },
});

/** Whether it is a file of the draft, and so of what is submitted next. */
export const isOfDraft = ({ addendumId, removedAt }: EntryAttachment): boolean =>
  addendumId === null && removedAt === null;

export const cleared = (attachment: EntryAttachment): EntryAttachment => ({
  ...attachment,
  status: attachmentStates.next(attachment.status, 'clear'),
  scan: 'clean',
});

export const quarantined = (attachment: EntryAttachment): EntryAttachment => ({
  ...attachment,
  status: attachmentStates.next(attachment.status, 'quarantine'),
});

/** Out of the draft. The bytes go with it, unless something that was submitted names them. */
export const removed = (attachment: EntryAttachment, now: Instant): EntryAttachment => ({
  ...attachment,
  removedAt: now,
  releasedAt: attachment.pinned ? null : now,
});

/** Where the sealed bytes lie. */
export const attachmentBlobKey = (workspaceId: string, attachmentId: string): string =>
  `ws/${workspaceId}/rec/${attachmentId}`;

/** To what the bytes, the caption and the text are bound (governance 7.1). */
export const bytesPlace = (workspaceId: string, attachmentId: string): string =>
  `${workspaceId}|record_attachments|${attachmentId}`;
export const captionPlace = (attachmentId: string): string => `record_attachments|${attachmentId}|caption`;
export const textPlace = (attachmentId: string): string => `record_attachment_texts|${attachmentId}`;
