import { z } from 'zod';
import { type EventTarget, event } from '../kernel/events.ts';
import { id, userId } from '../kernel/shapes.ts';
import { at, fields, flat, schedule } from './event-shapes.ts';
import { endReasons, type OccurrenceStatus } from './occurrence.ts';
import { webhookOfMeeting } from './webhook-entry.ts';

const occurrenceTarget = (data: { readonly sessionId: string; readonly version?: number }): EventTarget => ({
  kind: 'occurrence',
  id: data.sessionId,
  version: data.version ?? null,
});

/** A webhook about one session says in which status and version the event leaves it. */
const webhookOfSession = (status: OccurrenceStatus) =>
  webhookOfMeeting(({ sessionId, version }: { sessionId: string; meetingId: string; version: number }) => ({
    occurrenceId: sessionId,
    status,
    version,
  }));

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
  webhookOfSession('live'),
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
  webhookOfSession('scheduled'),
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
  webhookOfSession('cancelled'),
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
  webhookOfSession('ended'),
);

const lock = z.strictObject({ sessionId: id(), meetingId: id(), decidedByUserId: userId() });
const locking = { target: occurrenceTarget, facts: (facts: z.output<typeof lock>) => facts };
export const occurrenceLocked = event('occurrence.locked', lock, locking);
export const occurrenceUnlocked = event('occurrence.unlocked', lock, locking);

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
