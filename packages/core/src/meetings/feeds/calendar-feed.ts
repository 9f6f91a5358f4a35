import { machine } from '../../kernel/machine.ts';
import type { Instant } from '../../kernel/time.ts';
import { calendarFeedNotFound } from '../errors.ts';

/** An address at which a calendar product reads somebody's meetings (meetings 4.6). A revoked one never works again. */
export const calendarFeedStates = machine(calendarFeedNotFound, ['active'], {
  active: { revoke: 'revoked' },
  revoked: {},
});
export const calendarFeedScopes = ['mine', 'workspace'] as const;

export interface CalendarFeed {
  readonly id: string;
  readonly ownerUserId: string;
  readonly name: string;
  /** `workspace` includes meetings that every member may see. */
  readonly scope: (typeof calendarFeedScopes)[number];
  /** SHA-256 of the token in its address. */
  readonly tokenHash: string;
  readonly status: 'active' | 'revoked';
  readonly lastReadAt: Instant | null;
  readonly createdAt: Instant;
  readonly revokedAt: Instant | null;
}

/** How many feeds one member may have (meetings 9.7). */
export const mostFeeds = 10;

export const revokedFeed = (feed: CalendarFeed, at: Instant): CalendarFeed => ({
  ...feed,
  status: calendarFeedStates.next(feed.status, 'revoke'),
  revokedAt: at,
});
