import { z } from 'zod';
import { visibleName } from '../../kernel/shapes.ts';
import { calendarFeedLimitReached } from '../errors.ts';
import { command } from '../ports.ts';
import { type CalendarFeed, calendarFeedScopes, calendarFeedStates, mostFeeds } from './calendar-feed.ts';
import { calendarFeedCreated } from './events.ts';
import { CalendarFeedView, calendarFeedView } from './views.ts';

export const createCalendarFeed = command({
  summary: 'Create a calendar feed of your meetings',
  description:
    'Subscribe to the returned address in your calendar. Whoever has the address can read your meetings and use your links to them; it is shown only once.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  secret: true,
  input: z.strictObject({
    name: visibleName(80)
      .describe('A name for yourself, such as that of the calendar that reads the feed.')
      .meta({ examples: ['Calendar of my phone'] }),
    scope: z.enum(calendarFeedScopes).default('mine').describe('Which meetings the feed shows.'),
  }),
  output: z.object({
    feed: CalendarFeedView,
    url: z.string().describe('The address that a calendar subscribes to; it is shown only here.'),
  }),
  errors: [calendarFeedLimitReached],

  async run({ name, scope }, { calendarFeeds, user, workspaceId, linkTokens, settings, now, newId, emit }) {
    await calendarFeeds.hold(user.userId);
    const others = await calendarFeeds.ofOwner(user.userId);
    if (others.length >= mostFeeds) throw calendarFeedLimitReached();

    const token = linkTokens.random();
    const feed: CalendarFeed = {
      id: newId(),
      ownerUserId: user.userId,
      name,
      scope,
      tokenHash: linkTokens.hash(token),
      status: calendarFeedStates.begin('active'),
      lastReadAt: null,
      createdAt: now,
      revokedAt: null,
    };
    await calendarFeeds.add(feed);
    emit(calendarFeedCreated, { feedId: feed.id, scope, name });
    return {
      feed: calendarFeedView(feed, workspaceId),
      url: `${settings.baseUrl}/api/v1/calendar-feeds/${token}.ics`,
    };
  },
});
