import type { Instant } from '../../kernel/time.ts';
import type { CalendarFeed } from './calendar-feed.ts';

/** Calendar feeds of the workspace of this unit. */
export interface CalendarFeedRepository {
  /** Where a feed is, asked before any workspace is entered; null where no feed ever had this token. */
  ofToken(tokenHash: string): Promise<{ readonly id: string; readonly workspaceId: string } | null>;
  /** The feed, with whether its owner is an active member still; null where there is none. */
  read(id: string): Promise<(CalendarFeed & { readonly ownerIsActive: boolean }) | null>;
  /** Active ones of a person, the oldest first. */
  ofOwner(ownerUserId: string): Promise<readonly CalendarFeed[]>;
  add(feed: CalendarFeed): Promise<void>;
  /** False, with nothing written, where it is revoked already. */
  revoke(feed: CalendarFeed): Promise<boolean>;
  /** Revokes all of somebody who leaves the workspace. */
  revokeAllOf(ownerUserId: string, at: Instant): Promise<void>;
  wasRead(id: string, at: Instant): Promise<void>;
  /** Holds the feeds of a person until the end of the unit, so that two additions count each other. */
  hold(ownerUserId: string): Promise<void>;
}
