import { linkGone } from '../../kernel/links.ts';
import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';

/** The life of a public link to a document (documents 3.6). All ends are final: a dead public link never comes back. */
export const documentShareStates = machine(linkGone, ['active'], {
  active: { deliver: 'active', revoke: 'revoked', expire: 'expired', exhaust: 'exhausted' },
  revoked: {},
  expired: {},
  exhausted: {},
});
export type DocumentShareStatus = (typeof documentShareStates.states)[number];

export const shareVariants = ['current', 'original', 'sealed'] as const;
export type ShareVariant = (typeof shareVariants)[number];
/** Why a share was revoked: somebody did so, or something happened to its document. */
export const shareRevokeReasons = [
  'user',
  'document_voided',
  'document_trashed',
  'document_disposed',
  'document_quarantined',
  'document_expired',
] as const;
export type ShareRevokeReason = (typeof shareRevokeReasons)[number];
/** `opened` shows what the link leads to; `downloaded` is one delivery of the content. */
export const shareActions = ['opened', 'downloaded'] as const;

export const mostActiveShares = 100;
export const mostShareViews = 10_000;
/** How many views the detail of a document shows of each share, the newest ones. */
export const shownShareViews = 50;
/** How many shares the detail of a document shows: the active ones and, of those that have ended, the newest. */
export const shownShares = 200;
export const usualShareDays = 30;

/** A public read-only link to one document. */
export interface DocumentShare {
  readonly id: string;
  readonly documentId: string;
  readonly label: string | null;
  readonly recipientEmail: string | null;
  readonly recipientName: string | null;
  /** Words for the recipient, which the mail quotes. */
  readonly message: string | null;
  /** `current` follows the document, the others are pinned. */
  readonly variant: ShareVariant;
  /** False: the content is shown by a browser and not offered for saving. */
  readonly allowDownload: boolean;
  /** Argon2id of the passcode; null without one. */
  readonly passcodeHash: string | null;
  /** Deliveries of the content that are allowed; null is any number. */
  readonly maxViews: number | null;
  readonly viewCount: number;
  /** The link is mailed to the recipient, and the owner of the document hears of the first delivery. */
  readonly notify: boolean;
  readonly expiresAt: Instant;
  readonly status: DocumentShareStatus;
  readonly lastViewedAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** Null if a job revoked it. */
  readonly revokedByUserId: string | null;
  readonly revokeReason: ShareRevokeReason | null;
  readonly createdByUserId: string;
  /** SHA-256 of the secret in the link. */
  readonly tokenHash: string;
  /** The secret sealed by the key ring, for the mail that carries it; erased once that mail has left. */
  readonly sealedToken: Uint8Array | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

/** One look at a share. */
export interface ShareView {
  readonly id: string;
  readonly shareId: string;
  readonly at: Instant;
  /** Null once it was scrubbed, as is the user agent. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly action: (typeof shareActions)[number];
}

/** The state at this moment: time ends a share before the job notes it. */
export const statusAt = (
  { status, expiresAt }: Pick<DocumentShare, 'status' | 'expiresAt'>,
  at: Instant,
): DocumentShareStatus => (status === 'active' && expiresAt <= at ? 'expired' : status);

export const revoked = (
  share: DocumentShare,
  reason: ShareRevokeReason,
  byUserId: string | null,
  at: Instant,
): DocumentShare => ({
  ...share,
  status: documentShareStates.next(share.status, 'revoke'),
  sealedToken: null,
  revokedAt: at,
  revokedByUserId: byUserId,
  revokeReason: reason,
  updatedAt: at,
});

export const expired = (share: DocumentShare, at: Instant): DocumentShare => ({
  ...share,
  status: documentShareStates.next(share.status, 'expire'),
  sealedToken: null,
  updatedAt: at,
});

/** One delivery more; the last one that is allowed exhausts the share (SHR-3). */
export function delivered(share: DocumentShare, at: Instant): DocumentShare {
  const viewCount = share.viewCount + 1;
  const isLast = share.maxViews !== null && viewCount >= share.maxViews;
  return {
    ...share,
    viewCount,
    status: documentShareStates.next(share.status, isLast ? 'exhaust' : 'deliver'),
    ...(isLast ? { sealedToken: null } : {}),
    lastViewedAt: at,
    updatedAt: at,
  };
}

/** Binds the sealed copy of a link to its share, so that it cannot be opened for another one. */
export const sealOfShare = (shareId: string): string => `document-share:${shareId}`;
