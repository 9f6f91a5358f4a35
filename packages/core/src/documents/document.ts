import { machine } from '../kernel/machine.ts';
import type { Instant } from '../kernel/time.ts';
import { documentInvalidState } from './errors.ts';
import type { ContentFlag, DocumentPage } from './pdf-inspector.ts';

/** The life of a document in the library (documents 3.1). What is disposed is a tombstone: its bytes are gone for good. */
export const documentStates = machine(documentInvalidState, ['active'], {
  active: { edit: 'active', trash: 'trashed', quarantine: 'quarantined', dispose: 'disposed' },
  trashed: { restore: 'active', purge: 'disposed', quarantine: 'quarantined', dispose: 'disposed' },
  quarantined: { release: 'active', purge: 'disposed' },
  disposed: {},
});
export type DocumentStatus = (typeof documentStates.states)[number];

export const documentVisibilities = ['workspace', 'restricted'] as const;
export const accessLevels = ['view', 'edit'] as const;
/** The state of the current signing round. */
export const signatureStatuses = [
  'none',
  'preparing',
  'sent',
  'completed',
  'sealed',
  'declined',
  'voided',
  'expired',
] as const;

export const mostTags = 50;
export const mostAccessEntries = 200;
/** How long a document stays in the trash where no other answer is given, in days. */
export const usualTrashDays = 30;

/** Somebody who may read or edit a document beside those who may anyway. */
export interface AccessEntry {
  readonly userId: string;
  readonly level: (typeof accessLevels)[number];
}

export interface Document {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** The label of downloads, with the extension of the detected type; never a path. */
  readonly fileName: string;
  /** Null is the root of the workspace. */
  readonly folderId: string | null;
  /** The folder or one above it is archived. */
  readonly inArchivedFolder: boolean;
  readonly documentTypeId: string | null;
  readonly ownerUserId: string;
  readonly tags: readonly string[];
  readonly visibility: (typeof documentVisibilities)[number];
  readonly accessList: readonly AccessEntry[];
  readonly status: DocumentStatus;
  readonly signatureStatus: (typeof signatureStatuses)[number];
  /** From here to `pageCount` it is what the current version has. */
  readonly mimeType: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly pageCount: number | null;
  readonly originalSha256: string;
  readonly sealedSha256: string | null;
  readonly contentFlags: readonly ContentFlag[];
  readonly scan: 'clean' | 'skipped';
  /** How many shares are active. */
  readonly shareCount: number;
  readonly trashedAt: Instant | null;
  readonly trashedByUserId: string | null;
  /** From when on the document may be destroyed; null unless it is trashed. */
  readonly purgeAfter: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export const versionKinds = ['original', 'signing_copy', 'sealed', 'certificate'] as const;
export type VersionKind = (typeof versionKinds)[number];

/** One stored sequence of bytes; it never changes. */
export interface DocumentVersion {
  readonly id: string;
  readonly documentId: string;
  /** Counts from 1 in each document. */
  readonly ordinal: number;
  readonly kind: VersionKind;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly pageCount: number | null;
  readonly pages: readonly DocumentPage[] | null;
  readonly blobKey: string;
  /** Null if a job made it. */
  readonly createdByUserId: string | null;
  readonly createdAt: Instant;
}

export const isEditable = ({ status }: Document): boolean => documentStates.can(status, 'edit');

export const trashed = (
  document: Document,
  byUserId: string,
  purgeAfter: Instant,
  at: Instant,
): Document => ({
  ...document,
  status: documentStates.next(document.status, 'trash'),
  trashedAt: at,
  trashedByUserId: byUserId,
  purgeAfter,
  updatedAt: at,
});

/** In its folder again, or in the root if that one is archived. */
export function restored(document: Document, at: Instant): Document {
  const { status, inArchivedFolder } = document;
  return {
    ...document,
    status: documentStates.next(status, status === 'quarantined' ? 'release' : 'restore'),
    folderId: inArchivedFolder ? null : document.folderId,
    inArchivedFolder: false,
    trashedAt: null,
    trashedByUserId: null,
    purgeAfter: null,
    updatedAt: at,
  };
}

export const quarantined = (document: Document, at: Instant): Document => ({
  ...document,
  status: documentStates.next(document.status, 'quarantine'),
  trashedAt: null,
  trashedByUserId: null,
  purgeAfter: null,
  updatedAt: at,
});

/** The tombstone: name, file name, digests and people stay as evidence, what described the content goes. */
export const disposed = (document: Document, by: 'purge' | 'dispose', at: Instant): Document => ({
  ...document,
  status: documentStates.next(document.status, by),
  description: null,
  tags: [],
  purgeAfter: null,
  updatedAt: at,
});
