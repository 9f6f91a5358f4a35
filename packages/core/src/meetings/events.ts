import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import { invitationKinds, meetingRoles, meetingSources, meetingTypes } from './meeting.ts';

export const meetingCreated = event(
  'meeting.created',
  z.strictObject({
    meetingId: id(),
    meetingType: z.enum(meetingTypes),
    source: z.enum(meetingSources),
    organizerUserId: userId(),
    scheduledStartAt: z.iso.datetime().nullable(),
    durationMinutes: z.int(),
    invitationCount: z.int(),
    title: z.string(),
  }),
  {
    target: ({ meetingId }) => ({ kind: 'meeting', id: meetingId, version: 1 }),
    facts: ({
      meetingType,
      source,
      organizerUserId,
      scheduledStartAt,
      durationMinutes,
      invitationCount,
    }) => ({
      meetingType,
      source,
      organizerUserId,
      scheduledStartAt,
      durationMinutes,
      invitationCount,
    }),
    detail: ({ title }) => ({ title }),
  },
);

export const meetingInvitationCreated = event(
  'meeting_invitation.created',
  z.strictObject({
    invitationId: id(),
    meetingId: id(),
    kind: z.enum(invitationKinds),
    role: z.enum(meetingRoles),
    userId: userId().nullable(),
    displayName: z.string(),
    email: z.string().nullable(),
  }),
  {
    target: ({ invitationId }) => ({ kind: 'meeting_invitation', id: invitationId, version: 1 }),
    facts: ({ meetingId, kind, role, userId }) => ({ meetingId, kind, role, userId }),
    detail: ({ displayName, email }) => ({ displayName, email }),
  },
);
