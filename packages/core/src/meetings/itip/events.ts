import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';

export const ignoredReasons = [
  'unknown',
  'not_authenticated',
  'not_the_attendee',
  'stale',
  'outdated',
  'not_answerable',
] as const;
export type IgnoredReason = (typeof ignoredReasons)[number];

/** Somebody proposed another time by mail; nothing else changed. */
export const meetingInvitationCountered = event(
  'meeting_invitation.countered',
  z.strictObject({
    invitationId: id(),
    meetingId: id(),
    version: z.int(),
    sessionId: id().nullable(),
    proposedStartAt: z.iso.datetime(),
  }),
  {
    target: ({ invitationId, version }) => ({ kind: 'meeting_invitation', id: invitationId, version }),
    facts: ({ meetingId, sessionId, proposedStartAt }) => ({ meetingId, sessionId, proposedStartAt }),
  },
);

/** A message of an invitee or a registrant that was ignored. */
export const itipIgnored = event(
  'itip.ignored',
  z.strictObject({
    invitationId: id().nullable(),
    registrationId: id().nullable(),
    meetingId: id(),
    reason: z.enum(ignoredReasons),
  }),
  {
    target: ({ invitationId, registrationId, meetingId }) =>
      invitationId === null
        ? { kind: 'registration', id: registrationId ?? meetingId }
        : { kind: 'meeting_invitation', id: invitationId },
    facts: ({ meetingId, reason }) => ({ meetingId, reason }),
  },
);
