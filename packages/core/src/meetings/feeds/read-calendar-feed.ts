import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import { goneBecause, linkGone, linkNotFound, nobody } from '../../kernel/links.ts';
import { secret } from '../../kernel/shapes.ts';
import { misses } from '../../kernel/throttling.ts';
import { plusMinutes } from '../../kernel/time.ts';
import { calendarTag } from '../calendar/get-calendar-file.ts';
import { slowQuery } from '../ports.ts';
import { feedFile, feedSince } from './feed-file.ts';

/** How exact the stored time of the last reading is. */
const noteMinutes = 60;

const token = () =>
  secret(z.string().min(1).max(200))
    .overwrite((given) => given.replace(/\.ics$/, ''))
    .describe('The last part of the address of the feed, with or without .ics.');

export const readCalendarFeed = slowQuery({
  summary: 'Read a calendar feed',
  description:
    'Calendar products read the meetings of the owner of the feed here, as they are now, from 90 days ago on. Send If-None-Match with later requests; one request an hour is enough.',
  access: 'anyone',
  cli: { command: 'meetings calendar-feeds read' },
  throttle: misses('calendar_feed_refused', 30),
  always: true,
  throttles: [{ bucket: 'calendar_feed', limit: 60, windowSeconds: 3600, by: ({ token: of }) => of }],
  input: z.strictObject({ token: token() }),
  output: madeFile('text/calendar'),
  errors: [linkNotFound, linkGone],

  async run({ token: given }, context) {
    const { linkTokens, now } = context;
    const place = (await context.calendarFeeds.ofToken(linkTokens.hash(given))) ?? nobody;
    await context.enterByLink(place.workspaceId);
    const feed = await context.calendarFeeds.read(place.id);
    if (feed === null) throw linkNotFound();
    if (feed.status === 'revoked' || !feed.ownerIsActive) throw goneBecause('revoked');

    const meetings = await context.calendarStates.ofFeed({
      userId: feed.ownerUserId,
      workspace: feed.scope === 'workspace',
      since: feedSince(now),
    });
    return { feed, meetings, workspaceId: place.workspaceId };
  },

  async compose({ feed, meetings, workspaceId }, _, context) {
    const { linkTokens, settings, timeZones: rules, now, transact } = context;
    if (feed.lastReadAt === null || feed.lastReadAt < plusMinutes(now, -noteMinutes))
      await transact(async (inside) => {
        await inside.enterByLink(workspaceId);
        await inside.calendarFeeds.wasRead(feed.id, now);
      });
    const content = feedFile(meetings, {
      name: feed.name,
      now,
      rules,
      linkTokens,
      webUrl: settings.webUrl,
      organizerAddress: settings.mailOrganizer,
    });
    return {
      mediaType: 'text/calendar; charset=utf-8',
      fileName: 'calendar.ics',
      disposition: 'inline' as const,
      content,
      etag: calendarTag(content),
      cacheControl: 'private, no-cache',
    };
  },
});
