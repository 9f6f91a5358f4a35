import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { calendarFeedNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { revokedFeed } from './calendar-feed.ts';
import { calendarFeedRevoked } from './events.ts';
import { CalendarFeedView, calendarFeedView, versionOfFeed } from './views.ts';

export const deleteCalendarFeed = command({
  summary: 'Revoke a calendar feed',
  description: 'Its address stops working at once, for good.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  input: z.strictObject({
    feedId: id().describe('The id of the calendar feed.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ feed: CalendarFeedView }),
  errors: [calendarFeedNotFound],

  async find({ feedId }, { calendarFeeds, user }) {
    const feed = await calendarFeeds.read(feedId);
    if (feed === null || feed.ownerUserId !== user.userId || feed.status !== 'active')
      throw calendarFeedNotFound();
    return feed;
  },
  version: versionOfFeed,

  async run(_, { found, calendarFeeds, workspaceId, now, emit }) {
    const feed = revokedFeed(found, now);
    if (!(await calendarFeeds.revoke(feed))) throw calendarFeedNotFound();
    emit(calendarFeedRevoked, { feedId: feed.id, scope: feed.scope, name: feed.name });
    return { feed: calendarFeedView(feed, workspaceId) };
  },
});
