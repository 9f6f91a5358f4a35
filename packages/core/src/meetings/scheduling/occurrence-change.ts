import { plusMinutes } from '../../kernel/time.ts';
import { occurrenceRestored, occurrenceUpdated } from '../events.ts';
import { changedForInvitees, type Meeting, meetingStates } from '../meeting.ts';
import { type Occurrence, occurrenceInvalidState, occurrenceStates } from '../occurrence.ts';
import { placed } from '../recurrence/index.ts';
import type { Warning } from '../warnings.ts';
import { nothingChanges } from './change-failures.ts';
import { neighbourWarnings } from './neighbour-warnings.ts';
import type { OccurrenceChange } from './occurrence-change-input.ts';
import { checkStart } from './schedule-rules.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { refreshSessionEffects } from './session-effects.ts';

export interface ChangedOccurrence {
  readonly occurrence: Occurrence;
  readonly warnings: readonly Warning[];
}

/** Moves or renames one session, or restores a cancelled one. */
export async function applyOccurrenceChange(
  meeting: Meeting,
  session: Occurrence,
  change: OccurrenceChange,
  context: SchedulingContext,
): Promise<ChangedOccurrence> {
  const next = changedSession(meeting, session, change, context);
  const changed = changedFields(session, next);
  const isRestored = change.status === 'scheduled';
  if (changed.length === 0 && !isRestored) throw nothingChanges();
  const timeChanged = changed.includes('startsAt') || changed.includes('durationMinutes');
  const warnings =
    timeChanged || isRestored ? await neighbourWarnings(meeting, session, next, change, context) : [];

  const [occurrence] = await context.occurrences.save([{ ...next, updatedAt: context.now }]);
  if (occurrence === undefined) throw occurrenceInvalidState();
  const after = await saveMeetingOf(occurrence, meeting, timeChanged, context);
  if (timeChanged) await context.meetingInvitations.resetAnswers(after.id, occurrence.id, context.now);
  await refreshSessionEffects(after.id, context);
  const about = {
    sessionId: occurrence.id,
    meetingId: after.id,
    version: occurrence.version,
    icalSequence: after.icalSequence,
    notify: change.notify,
  };
  const { startsAt, durationMinutes } = session;
  const before = { startsAt, durationMinutes, timeZone: meeting.timeZone };
  if (isRestored) context.emit(occurrenceRestored, about);
  // Nobody is notified twice of one change.
  const notify = change.notify && !isRestored;
  if (changed.length > 0) context.emit(occurrenceUpdated, { ...about, notify, changed, timeChanged, before });
  return { occurrence, warnings };
}

/** The session with the change. Throws if its state, its new start or the plan does not allow the change. */
function changedSession(
  meeting: Meeting,
  session: Occurrence,
  change: OccurrenceChange,
  { now, timeZones, entitlements }: SchedulingContext,
): Occurrence {
  const isRestored = change.status === 'scheduled';
  const status = occurrenceStates.next(session.status, isRestored ? 'restore' : 'change');
  if (change.startsAt !== undefined && change.startsAt !== session.startsAt) checkStart(change.startsAt, now);
  if (change.durationMinutes !== undefined && change.durationMinutes > session.durationMinutes)
    entitlements.requireWithin('meeting_duration_minutes', change.durationMinutes);
  const next = { ...withChange(meeting, session, change, timeZones), status };
  if (isRestored && next.startsAt <= now)
    throw occurrenceInvalidState({ message: 'The time of this occurrence is past; give it a new start.' });
  return { ...next, cancelledAt: null, cancelReason: null };
}

function withChange(
  meeting: Meeting,
  session: Occurrence,
  {
    startsAt = session.startsAt,
    durationMinutes = session.durationMinutes,
    title,
    description,
  }: OccurrenceChange,
  timeZones: SchedulingContext['timeZones'],
): Occurrence {
  const isSeries = meeting.recurrence !== null;
  const isMoved = startsAt !== session.startsAt;
  const { localStart, reading, adjustment } = placed(startsAt, meeting.timeZone, timeZones);
  return {
    ...session,
    ...(isMoved ? { startsAt, localStart, startReading: reading, adjustment } : {}),
    durationMinutes,
    endsAt: plusMinutes(startsAt, durationMinutes),
    // A session that is moved back to the time of its rule is no exception any more.
    ownStart: isMoved ? isSeries && startsAt !== session.recurrenceIdAt : session.ownStart,
    ownDuration: isSeries && durationMinutes !== meeting.durationMinutes,
    title: title === undefined ? session.title : title,
    description: description === undefined ? session.description : description,
  };
}

/** The meeting after its session changed: open again if it was over, and at the new time if the session is its only one. */
async function saveMeetingOf(
  session: Occurrence,
  before: Meeting,
  timeChanged: boolean,
  { meetings, now }: SchedulingContext,
): Promise<Meeting> {
  return meetings.save({
    ...changedForInvitees(before, { timeChanged }),
    ...(before.recurrence === null && timeChanged ? ownSchedule(session) : {}),
    status: before.status === 'ended' ? meetingStates.next(before.status, 'reschedule') : before.status,
    updatedAt: now,
  });
}

const comparable = ['startsAt', 'durationMinutes', 'title', 'description'] as const;
const changedFields = (before: Occurrence, after: Occurrence): string[] =>
  comparable.filter((field) => before[field] !== after[field]);

/** A meeting without a rule has one session, and the same time as that session. */
const ownSchedule = ({ startsAt, localStart, startReading, durationMinutes }: Occurrence) => ({
  scheduledStartAt: startsAt,
  localStart,
  startReading,
  durationMinutes,
});
