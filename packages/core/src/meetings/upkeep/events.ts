import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';

/** Internal: the organizer is to be told, once, that sessions to come moved with the law of their zone. */
export const meetingRezoned = event(
  'meeting.rezoned',
  z.strictObject({
    meetingId: id(),
    count: z.int(),
    /** Of the first of them. */
    startsAtBefore: z.iso.datetime(),
    startsAt: z.iso.datetime(),
  }),
  null,
);
