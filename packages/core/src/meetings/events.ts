import { z } from 'zod';
import { type EventTarget, event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import { invitationKinds, meetingRoles, meetingSources, meetingTypes } from './meeting.ts';
import { endReasons } from './occurrence.ts';

const at = () => z.iso.datetime();
const meetingTarget = (data: { readonly meetingId: string; readonly version?: number }): EventTarget => ({
  kind: 'meeting',
  id: data.meetingId,
  version: data.version ?? null,
});
const occurrenceTarget = (data: { readonly sessionId: string; readonly version?: number }): EventTarget => ({
  kind: 'occurrence',
  id: data.sessionId,
  version: data.version ?? null,
});

/** When it was to be, so that a mail can say what it was moved from. */
const schedule = z.strictObject({
  startsAt: at().nullable(),
  durationMinutes: z.int(),
  timeZone: z.string().regex(/^(UTC|[A-Za-z0-9_+-]+\/[A-Za-z0-9_+/-]+)$/),
});
export type ScheduleBefore = z.output<typeof schedule>;

const flat = ({ startsAt, durationMinutes, timeZone }: ScheduleBefore) => ({
  startsAtBefore: startsAt,
  durationMinutesBefore: durationMinutes,
  timeZoneBefore: timeZone,
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
);

/** The names of what a change of a meeting touched. */
const fields = () => z.array(z.string().regex(/^[a-zA-Z]+$/));

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

export const occurrenceStarted = event(
  'occurrence.started',
  z.strictObject({
    sessionId: id(),
    meetingId: id(),
    version: z.int(),
    /** Null where the first to come opened it before a host. */
    startedByUserId: userId().nullable(),
    startedAt: at(),
  }),
  {
    target: occurrenceTarget,
    facts: ({ sessionId, meetingId, startedByUserId, startedAt }) => ({
      sessionId,
      meetingId,
      startedByUserId,
      startedAt,
    }),
  },
);

export const occurrenceUpdated = event(
  'occurrence.updated',
  z.strictObject({
    sessionId: id(),
    meetingId: id(),
    version: z.int(),
    changed: fields(),
    timeChanged: z.boolean(),
    before: schedule,
    icalSequence: z.int(),
    notify: z.boolean(),
  }),
  {
    target: occurrenceTarget,
    facts: ({ sessionId, meetingId, changed, timeChanged, before, icalSequence, notify }) => ({
      sessionId,
      meetingId,
      changed,
      timeChanged,
      ...flat(before),
      icalSequence,
      notify,
    }),
  },
);

export const occurrenceCancelled = event(
  'occurrence.cancelled',
  z.strictObject({
    sessionId: id(),
    meetingId: id(),
    version: z.int(),
    icalSequence: z.int(),
    reason: z.string().nullable(),
    notify: z.boolean(),
  }),
  {
    target: occurrenceTarget,
    facts: ({ sessionId, meetingId, icalSequence, notify }) => ({
      sessionId,
      meetingId,
      icalSequence,
      notify,
    }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
);

export const occurrenceRestored = event(
  'occurrence.restored',
  z.strictObject({
    sessionId: id(),
    meetingId: id(),
    version: z.int(),
    icalSequence: z.int(),
    notify: z.boolean(),
  }),
  {
    target: occurrenceTarget,
    facts: ({ sessionId, meetingId, icalSequence, notify }) => ({
      sessionId,
      meetingId,
      icalSequence,
      notify,
    }),
  },
);

export const occurrenceMissed = event(
  'occurrence.missed',
  z.strictObject({ sessionId: id(), meetingId: id(), version: z.int() }),
  { target: occurrenceTarget, facts: ({ sessionId, meetingId }) => ({ sessionId, meetingId }) },
);

export const occurrenceEnded = event(
  'occurrence.ended',
  z.strictObject({
    sessionId: id(),
    meetingId: id(),
    version: z.int(),
    endReason: z.enum(endReasons),
    /** Null where the system ended it. */
    endedByUserId: userId().nullable(),
    endedAt: at(),
  }),
  {
    target: occurrenceTarget,
    facts: ({ sessionId, meetingId, endReason, endedByUserId, endedAt }) => ({
      sessionId,
      meetingId,
      endReason,
      endedByUserId,
      endedAt,
    }),
  },
);

export const occurrenceRezoned = event(
  'occurrence.rezoned',
  z.strictObject({
    sessionId: id(),
    meetingId: id(),
    version: z.int(),
    startsAtBefore: at(),
    startsAt: at(),
    tzdataVersion: z.string().regex(/^[0-9a-z.]+$/),
  }),
  {
    target: occurrenceTarget,
    facts: ({ version: _, ...facts }) => facts,
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
);
