import type { Instant } from '../../kernel/time.ts';
import type { DocumentShare, ShareView } from './document-share.ts';

/** Where a share is, before any workspace is entered. */
export interface ShareOfToken {
  readonly id: string;
  readonly documentId: string;
  readonly workspaceId: string;
}

/** A share with its newest views, the newest first. */
export interface SeenShare extends DocumentShare {
  readonly views: readonly Pick<ShareView, 'at' | 'ip' | 'userAgent' | 'action'>[];
}

/**
 * Public links to the documents of the workspace of the transaction. Whoever ends one, or makes one, has locked its document
 * before, so that the number of active shares that the document carries is right and nobody waits for another in a circle.
 */
export interface DocumentShareRepository {
  /** The share of a link, of whatever workspace; null if no share ever had this token. */
  ofToken(tokenHash: string): Promise<ShareOfToken | null>;
  get(id: string, lock?: 'for update'): Promise<DocumentShare | null>;
  /** The active shares of a document, locked. */
  activeOf(documentId: string): Promise<readonly DocumentShare[]>;
  /** The shares of a document with their views: the active ones first, then those that have ended, each the newest first. */
  shownOf(documentId: string, mostShares: number, mostViews: number): Promise<readonly SeenShare[]>;
  add(share: DocumentShare): Promise<void>;
  /** Stores each share as the version after its own, or throws `version_conflict`; all are of this document. */
  save(documentId: string, shares: readonly DocumentShare[]): Promise<readonly DocumentShare[]>;
  /** Notes that a grant is used; false if it was before. Grants of the share that are over are forgotten. */
  useGrant(shareId: string, number: string, endsAt: Instant, now: Instant): Promise<boolean>;
  addView(view: ShareView): Promise<void>;
  /** Erases the sealed copy of the secret, after the mail that carried it has left. */
  eraseSealed(id: string): Promise<void>;
  /** Takes address and user agent from the views of all shares that this person made; how many those were. */
  scrubViews(createdByUserId: string): Promise<number>;
}

/** Answers the sweep across all workspaces. */
export interface DocumentShareSweep {
  /** Shares whose time is over and that are still active in the database. */
  due(now: Instant, limit: number): Promise<readonly ShareOfToken[]>;
}
