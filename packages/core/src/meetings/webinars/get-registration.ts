import { z } from 'zod';
import { linkGone } from '../../kernel/links.ts';
import { secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import { registrationNotFound } from '../errors.ts';
import { joinUrlOf } from '../join-code.ts';
import { query } from '../ports.ts';
import { capacityOf, partsAhead } from './places.ts';
import { registrationStatuses } from './registration.ts';
import { activeRegistrationOfLink } from './registration-of-link.ts';
import { PublicWebinarView, publicWebinarView } from './views.ts';

export const getRegistration = query({
  summary: 'Show your registration for a webinar',
  description:
    'Shows the registration to whoever opens the mailed link. joinUrl and calendarUrl are null until the registration is approved.',
  access: 'anyone',
  throttle: tokenMisses(),
  throttles: ofItsOwn,
  input: z.strictObject({ token: secretToken().describe('The token of the mailed link.') }),
  output: z.object({
    registration: z
      .object({
        status: z.enum(registrationStatuses).describe('Where the registration is in its life.'),
        displayName: z.string().describe('The name that others see.'),
        waitlistPosition: z
          .int()
          .nullable()
          .describe('The place in the waiting list, from 1; null if not in it.'),
      })
      .describe('Your registration.'),
    webinar: PublicWebinarView,
    joinUrl: z.string().nullable().describe('The address where you join; null until you are approved.'),
    calendarUrl: z.string().nullable().describe('Where the calendar entry is; null until you are approved.'),
  }),
  errors: [registrationNotFound, linkGone],
  secret: true,

  async run({ token }, context) {
    const { settings, now } = context;
    const registration = await activeRegistrationOfLink(token, context);
    const { registrations } = context;
    const { status, displayName, waitlistPosition, chainId } = registration;
    const webinar = await registrations.webinarOfChain(chainId);
    if (webinar === null) throw registrationNotFound();
    const capacity = await capacityOf(webinar, context);
    const taken = await registrations.placesTaken(chainId);

    const [meetingId] = await partsAhead(registration, context);
    const isApproved = status === 'approved';
    const joinUrl = `${joinUrlOf(settings.webUrl, webinar.joinCode)}&registration=${token}`;
    const calendarUrl = `${settings.baseUrl}/api/v1/meetings/${meetingId}/calendar.ics?invite=${token}`;
    return {
      registration: { status, displayName, waitlistPosition },
      webinar: publicWebinarView(webinar, { capacity, taken }, now),
      joinUrl: isApproved ? joinUrl : null,
      calendarUrl: isApproved ? calendarUrl : null,
    };
  },
});
