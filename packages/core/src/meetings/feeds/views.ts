import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type CalendarFeed, calendarFeedScopes } from './calendar-feed.ts';

export const CalendarFeedView = z
  .object({
    id: shown.id(),
    workspaceId: z.string(),
    name: z.string(),
    scope: z.enum(calendarFeedScopes).describe('workspace includes meetings that every member may see.'),
    status: z.enum(['active', 'revoked']),
    lastReadAt: shown
      .instant()
      .nullable()
      .describe('When it was last read, to about an hour; null if it was never read.'),
    createdAt: shown.instant(),
  })
  .meta({ id: 'CalendarFeed' });

export const calendarFeedView = (
  feed: CalendarFeed,
  workspaceId: string,
): z.input<typeof CalendarFeedView> => ({ ...feed, workspaceId });
