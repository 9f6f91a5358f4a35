import { plusMinutes } from '../../kernel/time.ts';
import { meetingConflict } from '../errors.ts';
import { meetingEnded, occurrenceCancelled, occurrenceRestored, occurrenceUpdated } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates, statusAfter } from '../meeting.ts';
import { isAhead, type Occurrence, occurrenceInvalidState, occurrenceStates } from '../occurrence.ts';
import { placed } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';
import { nothingChanges } from './change-failures.ts';
import { requireFree } from './meeting-change.ts';
import type { OccurrenceChange } from './occurrence-change-input.ts';
import { checkStart } from './schedule-rules.ts';
import type { SchedulingContext } from './scheduled-meeting.ts';

interface ChangedOccurrence {
  readonly occurrence: Occurrence;
  readonly warnings: readonly Warning[];
}

/** Leaves one time out; the others stay (MTG-28). With nothing to come the meeting is over. */
export async function cancelOccurrence(
  meeting: Meeting,
  session: Occurrence,
  { reason: why, notify }: OccurrenceChange,
  context: SchedulingContext,
): Promise<ChangedOccurrence> {
  const { now, emit } = context;
  const reason = why ?? null;
  const status = occurrenceStates.next(session.status, 'cancel');
  const [occurrence] = await context.occurrences.save([
    { ...session, status, cancelledAt: now, cancelReason: reason, updatedAt: now },
  ]);
  if (occurrence === undefined) throw occurrenceInvalidState();
  const isOver = meeting.status === 'scheduled' && !(await hasMoreToCome(meeting, context));
  const after = await context.meetings.save({
    ...changedForInvitees(meeting, { timeChanged: false }),
    status: isOver ? statusAfter(meeting, 'end') : meeting.status,
    updatedAt: now,
  });
  await settle(after.id, context);
  emit(occurrenceCancelled, {
    sessionId: occurrence.id,
    meetingId: after.id,
    version: occurrence.version,
    icalSequence: after.icalSequence,
    reason,
    notify,
  });
  if (isOver) emit(meetingEnded, { meetingId: after.id, version: after.version });
  return { occurrence, warnings: [] };
}

/** Moves or renames one time, or brings a cancelled one back. */
export async function applyOccurrenceChange(
  meeting: Meeting,
  session: Occurrence,
  change: OccurrenceChange,
  context: SchedulingContext,
): Promise<ChangedOccurrence> {
  const { now, entitlements, emit } = context;
  const isRestored = change.status === 'scheduled';
  const status = occurrenceStates.next(session.status, isRestored ? 'restore' : 'change');
  if (change.startsAt !== undefined && change.startsAt !== session.startsAt) checkStart(change.startsAt, now);
  if (change.durationMinutes !== undefined && change.durationMinutes > session.durationMinutes)
    entitlements.requireWithin('meeting_duration_minutes', change.durationMinutes);
  const next = {
    ...changed(meeting, session, change, context),
    status,
    cancelledAt: null,
    cancelReason: null,
  };
  if (isRestored && next.startsAt <= now)
    throw occurrenceInvalidState({ message: 'The time of this occurrence is past; give it a new start.' });
  const fields = changedFields(session, next);
  if (fields.length === 0 && !isRestored) throw nothingChanges();
  const timeChanged = fields.includes('startsAt') || fields.includes('durationMinutes');
  const warnings = timeChanged || isRestored ? await neighbours(meeting, session, next, change, context) : [];

  const [occurrence] = await context.occurrences.save([{ ...next, updatedAt: now }]);
  if (occurrence === undefined) throw occurrenceInvalidState();
  const shown = changedForInvitees(meeting, { timeChanged });
  const after = await context.meetings.save({
    ...shown,
    ...(meeting.recurrence === null && timeChanged ? ownSchedule(occurrence) : {}),
    status: meeting.status === 'ended' ? meetingStates.next(meeting.status, 'reschedule') : meeting.status,
    updatedAt: now,
  });
  if (timeChanged) await context.meetingInvitations.resetAnswers(after.id, occurrence.id, now);
  await settle(after.id, context);
  const about = {
    sessionId: occurrence.id,
    meetingId: after.id,
    version: occurrence.version,
    icalSequence: after.icalSequence,
    notify: change.notify,
  };
  if (isRestored) emit(occurrenceRestored, about);
  if (fields.length > 0)
    emit(occurrenceUpdated, {
      ...about,
      // One change is told once.
      notify: change.notify && !isRestored,
      changed: fields,
      timeChanged,
      before: {
        startsAt: session.startsAt,
        durationMinutes: session.durationMinutes,
        timeZone: meeting.timeZone,
      },
    });
  return { occurrence, warnings };
}

function changed(
  meeting: Meeting,
  session: Occurrence,
  {
    startsAt = session.startsAt,
    durationMinutes = session.durationMinutes,
    title,
    description,
  }: OccurrenceChange,
  { timeZones }: SchedulingContext,
): Occurrence {
  const isSeries = meeting.recurrence !== null;
  const isMoved = startsAt !== session.startsAt;
  const { localStart, reading, adjustment } = placed(startsAt, meeting.timeZone, timeZones);
  return {
    ...session,
    ...(isMoved ? { startsAt, localStart, startReading: reading, adjustment } : {}),
    durationMinutes,
    endsAt: plusMinutes(startsAt, durationMinutes),
    // Moved back to where its rule has it, it is no exception any more.
    ownStart: isMoved ? isSeries && startsAt !== session.recurrenceIdAt : session.ownStart,
    ownDuration: isSeries && durationMinutes !== meeting.durationMinutes,
    title: title === undefined ? session.title : title,
    description: description === undefined ? session.description : description,
  };
}

const comparable = ['startsAt', 'durationMinutes', 'title', 'description'] as const;
const changedFields = (before: Occurrence, after: Occurrence): string[] =>
  comparable.filter((field) => before[field] !== after[field]);

/** A meeting without a rule is its one session: they have one time. */
const ownSchedule = ({ startsAt, localStart, startReading, durationMinutes }: Occurrence) => ({
  scheduledStartAt: startsAt,
  localStart,
  startReading,
  durationMinutes,
});

/** MTG-27: past or over its neighbours it may go, with a warning; not where conflicts are to be refused. */
async function neighbours(
  meeting: Meeting,
  before: Occurrence,
  after: Occurrence,
  change: OccurrenceChange,
  context: SchedulingContext,
): Promise<readonly Warning[]> {
  const others = (await context.occurrences.ofMeeting(meeting.id)).filter(
    ({ id, status }) => id !== before.id && (status === 'scheduled' || status === 'live'),
  );
  const overlapped = others.filter(
    ({ startsAt, endsAt }) => after.startsAt < endsAt && after.endsAt > startsAt,
  );
  const [overlap] = overlapped;
  if (overlap !== undefined && change.onConflict === 'reject')
    throw meetingConflict({
      details: [
        {
          path: '/startsAt',
          code: 'occurrence.reordered',
          message: `Another occurrence of the series is from ${overlap.startsAt} to ${overlap.endsAt}.`,
        },
      ],
    });
  const conflicts = await requireFree(meeting, [after], change, context);
  const passed = others.filter(
    ({ startsAt }) => startsAt > before.startsAt !== startsAt > after.startsAt && startsAt !== after.startsAt,
  );
  const reordered = [...new Set([...overlapped, ...passed])];
  if (reordered.length === 0) return conflicts;
  return [
    ...conflicts,
    {
      code: 'occurrence.reordered',
      message: 'The occurrence is now on, over or beyond another one of the series.',
      occurrences: reordered.map(({ startsAt }) => startsAt),
    },
  ];
}

async function hasMoreToCome(meeting: Meeting, { occurrences, now }: SchedulingContext): Promise<boolean> {
  if (meeting.recurrence !== null && meeting.writtenUntil !== null) return true;
  const rows = await occurrences.ofMeeting(meeting.id);
  return rows.some((row) => isAhead(row, now));
}

async function settle(
  meetingId: string,
  { occurrences, meetingReminders, now, newId }: SchedulingContext,
): Promise<void> {
  await occurrences.refreshPeople(meetingId);
  await meetingReminders.plan(meetingId, now, now, newId);
}
