import { z } from 'zod';
import { type EventTarget, event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import { at, fields, flat, schedule } from './event-shapes.ts';
import { invitationKinds, meetingRoles, meetingSources, meetingTypes } from './meeting.ts';
import { webhookOfMeeting } from './webhook-entry.ts';

export type { ScheduleBefore } from './event-shapes.ts';
export {
  occurrenceCancelled,
  occurrenceEnded,
  occurrenceLocked,
  occurrenceMissed,
  occurrenceRestored,
  occurrenceRezoned,
  occurrenceStarted,
  occurrenceUnlocked,
  occurrenceUpdated,
} from './occurrence-events.ts';

const meetingTarget = (data: { readonly meetingId: string; readonly version?: number }): EventTarget => ({
  kind: 'meeting',
  id: data.meetingId,
  version: data.version ?? null,
});

export const meetingCreated = event(
  'meeting.created',
  z.strictObject({
    meetingId: id(),
    meetingType: z.enum(meetingTypes),
    source: z.enum(meetingSources),
    organizerUserId: userId(),
    scheduledStartAt: at().nullable(),
    durationMinutes: z.int(),
    invitationCount: z.int(),
    title: z.string(),
    notify: z.boolean(),
  }),
  {
    target: ({ meetingId }) => ({ kind: 'meeting', id: meetingId, version: 1 }),
    facts: ({ title: _, ...facts }) => facts,
    detail: ({ title }) => ({ title }),
  },
  webhookOfMeeting(() => ({})),
);

export const meetingUpdated = event(
  'meeting.updated',
  z.strictObject({
    meetingId: id(),
    version: z.int(),
    changed: fields(),
    /** Start, length, zone or rule are other than they were: answers were asked for anew (MTG-33). */
    timeChanged: z.boolean(),
    before: schedule,
    icalSequence: z.int(),
    notify: z.boolean(),
  }),
  {
    target: meetingTarget,
    facts: ({ meetingId, changed, timeChanged, before, icalSequence, notify }) => ({
      meetingId,
      changed,
      timeChanged,
      ...flat(before),
      icalSequence,
      notify,
    }),
  },
  webhookOfMeeting(({ version }) => ({ version })),
);

export const meetingSplit = event(
  'meeting.split',
  z.strictObject({
    /** The head, which keeps what was held. */
    meetingId: id(),
    version: z.int(),
    tailMeetingId: id(),
    changed: fields(),
    timeChanged: z.boolean(),
    before: schedule,
    notify: z.boolean(),
  }),
  {
    target: meetingTarget,
    facts: ({ meetingId, tailMeetingId, changed, timeChanged, before, notify }) => ({
      meetingId,
      tailMeetingId,
      changed,
      timeChanged,
      ...flat(before),
      notify,
    }),
  },
);

export const meetingCancelled = event(
  'meeting.cancelled',
  z.strictObject({
    meetingId: id(),
    version: z.int(),
    icalSequence: z.int(),
    reason: z.string().nullable(),
    notify: z.boolean(),
  }),
  {
    target: meetingTarget,
    facts: ({ meetingId, icalSequence, notify }) => ({ meetingId, icalSequence, notify }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
  webhookOfMeeting(({ version }) => ({ version })),
);

export const meetingEnded = event('meeting.ended', z.strictObject({ meetingId: id(), version: z.int() }), {
  target: meetingTarget,
  facts: ({ meetingId }) => ({ meetingId }),
});

export const meetingArchived = event(
  'meeting.archived',
  z.strictObject({ meetingId: id(), version: z.int() }),
  { target: meetingTarget, facts: ({ meetingId }) => ({ meetingId }) },
);

export const meetingRestored = event(
  'meeting.restored',
  z.strictObject({ meetingId: id(), version: z.int() }),
  { target: meetingTarget, facts: ({ meetingId }) => ({ meetingId }) },
);

export const meetingViewedByAdmin = event(
  'meeting.viewed_by_admin',
  z.strictObject({ meetingId: id(), userId: userId() }),
  { target: meetingTarget, facts: ({ meetingId, userId: viewer }) => ({ meetingId, userId: viewer }) },
);

export const meetingOrganizerChanged = event(
  'meeting.organizer_changed',
  z.strictObject({
    meetingId: id(),
    version: z.int(),
    fromUserId: userId(),
    toUserId: userId(),
  }),
  {
    target: meetingTarget,
    facts: ({ meetingId, fromUserId, toUserId }) => ({ meetingId, fromUserId, toUserId }),
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
    notify: z.boolean(),
  }),
  {
    target: ({ invitationId }) => ({ kind: 'meeting_invitation', id: invitationId, version: 1 }),
    facts: ({ meetingId, kind, role, userId }) => ({ meetingId, kind, role, userId }),
    detail: ({ displayName, email }) => ({ displayName, email }),
  },
  webhookOfMeeting(({ invitationId }) => ({ invitationId, status: 'pending', version: 1 })),
);
