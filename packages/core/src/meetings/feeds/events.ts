import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { calendarFeedScopes } from './calendar-feed.ts';

const feed = z.strictObject({ feedId: id(), scope: z.enum(calendarFeedScopes), name: z.string() });
type Feed = z.output<typeof feed>;
const ledger = {
  target: ({ feedId }: Feed) => ({ kind: 'calendar_feed', id: feedId }),
  facts: ({ scope }: Feed) => ({ scope }),
  detail: ({ name }: Feed) => ({ name }),
};

export const calendarFeedCreated = event('calendar_feed.created', feed, ledger);
export const calendarFeedRevoked = event('calendar_feed.revoked', feed, ledger);
