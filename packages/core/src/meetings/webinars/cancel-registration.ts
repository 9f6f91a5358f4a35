import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { linkGone } from '../../kernel/links.ts';
import { secretToken, text } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { registrationInvalidState, registrationNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { cancelled, registrationStatuses } from './registration.ts';
import { registrationOfLink } from './registration-of-link.ts';
import { withdrawRegistration } from './registration-withdrawal.ts';

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
  output: z.object({
    registration: z
      .object({ status: z.enum(registrationStatuses).describe('Where the registration is in its life.') })
      .describe('The registration.'),
  }),
  errors: [registrationNotFound, registrationInvalidState, linkGone, workspaceNotActive],

  async run({ token, reason }, context) {
    const linked = await registrationOfLink(token, context);
    // A link that is spent takes no lock, no more than one that never existed (MTG-39).
    cancelled(linked, { at: context.now, byUserId: null, reason: reason ?? null });
    await context.registrations.holdMeetings(linked.chainId);
    await context.registrations.holdPlaces(linked.chainId);
    const registration = await context.registrations.get(linked.id);
    const { status } = await withdrawRegistration(registration, reason ?? null, context);
    return { registration: { status } };
  },
});
