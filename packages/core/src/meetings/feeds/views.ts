import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type CalendarFeed, calendarFeedScopes } from './calendar-feed.ts';

export const CalendarFeedView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    name: z.string().describe('The name by which you know the feed.'),
    scope: z.enum(calendarFeedScopes).describe('workspace includes meetings that every member may see.'),
    status: z.enum(['active', 'revoked']).describe('Whether the feed works.'),
    lastReadAt: shown
      .instant()
      .nullable()
      .describe('When it was last read, to about an hour; null if it was never read.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'CalendarFeed', description: 'A feed that calendars subscribe to.' });

/** Revoking it is the one change that there is. */
export const calendarFeedView = (
  feed: CalendarFeed,
  workspaceId: string,
): z.input<typeof CalendarFeedView> => ({
  ...feed,
  workspaceId,
  updatedAt: feed.revokedAt ?? feed.createdAt,
  version: versionOfFeed(feed),
});

export const versionOfFeed = ({ status }: Pick<CalendarFeed, 'status'>): number =>
  status === 'active' ? 1 : 2;
