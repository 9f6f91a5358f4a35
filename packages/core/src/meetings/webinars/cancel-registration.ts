import { z } from 'zod';
import { rateLimited } from '../../kernel/errors.ts';
import { secretToken, text } from '../../kernel/shapes.ts';
import { registrationInvalidState, registrationNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { registrationStatuses } from './registration.ts';
import { registrationLinkThrottle, registrationOfLink } from './registration-of-link.ts';
import { withdrawRegistration } from './registration-withdrawal.ts';

export const cancelRegistration = command({
  summary: 'Cancel your registration for a webinar',
  description:
    'Your place goes to whoever has waited longest. You can register again while registration is open.',
  access: 'anyone',
  throttle: registrationLinkThrottle,
  always: true,
  input: z.strictObject({
    token: secretToken().describe('The token of the mailed link.'),
    reason: text(500).optional().describe('Shown to the hosts.'),
  }),
  output: z.object({ registration: z.object({ status: z.enum(registrationStatuses) }) }),
  errors: [registrationNotFound, registrationInvalidState, rateLimited],

  async run({ token, reason }, context) {
    const { chainId, id: registrationId } = await registrationOfLink(token, context);
    await context.registrations.holdMeetings(chainId);
    await context.registrations.holdPlaces(chainId);
    const registration = await context.registrations.get(registrationId);
    const { status } = await withdrawRegistration(registration, reason ?? null, context);
    return { registration: { status } };
  },
});
