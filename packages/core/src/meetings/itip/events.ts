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

/** A message about an invitation that was ignored. */
export const itipIgnored = event(
  'itip.ignored',
  z.strictObject({ invitationId: id(), meetingId: id(), reason: z.enum(ignoredReasons) }),
  {
    target: ({ invitationId }) => ({ kind: 'meeting_invitation', id: invitationId }),
    facts: ({ meetingId, reason }) => ({ meetingId, reason }),
  },
);
