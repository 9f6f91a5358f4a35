import { z } from 'zod';
import { linkGone } from '../../kernel/links.ts';
import { codeThrottles, resolveThrottle } from '../code-throttles.ts';
import { meetingNotFound } from '../errors.ts';
import { typedJoinCode } from '../join-code.ts';
import { query } from '../ports.ts';
import { capacityOf } from './places.ts';
import { PublicWebinarView, publicWebinarView } from './views.ts';
import { webinarOfCode } from './webinar-of-code.ts';

export const getWebinar = query({
  summary: 'Show the public page of a webinar',
  description:
    'Shows what anybody may know before registering: times, hosts and questions, but never who registered.',
  access: 'anyone',
  throttle: resolveThrottle,
  throttles: codeThrottles('meeting_code'),
  input: z.strictObject({
    joinCode: typedJoinCode(),
  }),
  output: PublicWebinarView,
  errors: [meetingNotFound, linkGone],

  async run({ joinCode }, context) {
    const webinar = await webinarOfCode(joinCode, context);
    const [capacity, taken] = await Promise.all([
      capacityOf(webinar, context),
      context.registrations.placesTaken(webinar.chainId),
    ]);
    return publicWebinarView(webinar, { capacity, taken }, context.now);
  },
});
