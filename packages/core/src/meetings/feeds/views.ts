import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { type CalendarFeed, calendarFeedScopes } from './calendar-feed.ts';

export const CalendarFeedView = z
  .object({
    id: shown.id(),
    workspaceId: z.string(),
    name: z.string(),
    scope: z.enum(calendarFeedScopes).describe('workspace: meetings that every member may see, too.'),
    status: z.enum(['active', 'revoked']),
    lastReadAt: shown.instant().nullable().describe('To the hour or so; null while nothing has read it.'),
    createdAt: shown.instant(),
  })
  .meta({ id: 'CalendarFeed' });

export const calendarFeedView = (
  feed: CalendarFeed,
  workspaceId: string,
): z.input<typeof CalendarFeedView> => ({ ...feed, workspaceId });
