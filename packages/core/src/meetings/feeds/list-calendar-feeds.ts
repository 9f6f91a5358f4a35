import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { CalendarFeedView, calendarFeedView } from './views.ts';

export const listCalendarFeeds = query({
  summary: 'List your calendar feeds',
  description: 'Returns the feeds that are not revoked, the oldest first; you have at most ten.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['name', 'scope', 'status', 'lastReadAt', 'id'] },
  input: z.strictObject({}),
  output: z.object({ feeds: z.array(CalendarFeedView), count: shown.count(), nextCursor: shown.noCursor() }),

  async run(_, { calendarFeeds, user, workspaceId }) {
    const feeds = await calendarFeeds.ofOwner(user.userId);
    return {
      feeds: feeds.map((feed) => calendarFeedView(feed, workspaceId)),
      count: feeds.length,
      nextCursor: null,
    };
  },
});
