import { z } from 'zod';
import { rateLimited } from '../../kernel/errors.ts';
import { secretToken, text } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { registrationInvalidState, registrationNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { releaseRegistrationPlace } from './decide-registration.ts';
import { registrationCancelled } from './events.ts';
import { notifyOfStatus } from './places.ts';
import { cancelled, holdsPlace, registrationStatuses } from './registration.ts';
import { registrationOfLink } from './registration-of-link.ts';

export const cancelRegistration = command({
  summary: 'Cancel your registration for a webinar',
  description:
    'Your place goes to whoever has waited longest. You can register again while registration is open.',
  access: 'anyone',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  always: true,
  input: z.strictObject({
    token: secretToken().describe('The token of the mailed link.'),
    reason: text(500).optional().describe('Shown to the hosts.'),
  }),
  output: z.object({ registration: z.object({ status: z.enum(registrationStatuses) }) }),
  errors: [registrationNotFound, registrationInvalidState, rateLimited],

  async run({ token, reason }, context) {
    const { now, emit } = context;
    const { chainId, id: registrationId } = await registrationOfLink(token, context);
    await context.registrations.holdMeetings(chainId);
    await context.registrations.holdPlaces(chainId);
    const registration = await context.registrations.get(registrationId);

    const hadPlace = holdsPlace(registration);
    const decision = { at: now, byUserId: null, reason: reason ?? null };
    const after = await context.registrations.save(cancelled(registration, decision));
    const { meetingId, version, status } = after;
    emit(registrationCancelled, { registrationId, meetingId, version, reason: reason ?? null, hadPlace });
    await notifyOfStatus(after, context);
    if (hadPlace) await releaseRegistrationPlace(after, context);
    return { registration: { status } };
  },
});
