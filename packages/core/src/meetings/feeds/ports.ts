import type { FoundLink } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import type { CalendarFeed } from './calendar-feed.ts';

/** The calendar feeds of the workspace of this transaction. */
export interface CalendarFeedRepository {
  /** Where a feed is, before any workspace is entered; null if no feed ever had this token. */
  ofToken(tokenHash: string): Promise<FoundLink | null>;
  /** The feed, and whether its owner is still an active member; null if it does not exist. */
  read(id: string): Promise<(CalendarFeed & { readonly ownerIsActive: boolean }) | null>;
  /** The active feeds of a person, the oldest first. */
  ofOwner(ownerUserId: string): Promise<readonly CalendarFeed[]>;
  add(feed: CalendarFeed): Promise<void>;
  /** False, with nothing written, if it is revoked already. */
  revoke(feed: CalendarFeed): Promise<boolean>;
  /** Revokes all feeds of somebody who leaves the workspace. */
  revokeAllOf(ownerUserId: string, at: Instant): Promise<void>;
  /** Revokes all feeds of a person in every workspace; it needs none to be entered. */
  endEverywhere(ownerUserId: string, at: Instant): Promise<void>;
  wasRead(id: string, at: Instant): Promise<void>;
  /** Locks the feeds of a person until the end of the transaction, so that simultaneous additions are counted. */
  hold(ownerUserId: string): Promise<void>;
}
