import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';

/** Internal: makes the organizer get one mail about the sessions to come that moved with the rules of their zone. */
export const meetingRezoned = event(
  'meeting.rezoned',
  z.strictObject({
    meetingId: id(),
    count: z.int(),
    /** When the first of them was to start before. */
    startsAtBefore: z.iso.datetime(),
    startsAt: z.iso.datetime(),
  }),
  null,
);
