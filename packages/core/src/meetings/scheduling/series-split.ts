import { meetingSplit } from '../events.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import { type CarriedInvitation, carriedInvitations } from './carried-invitations.ts';
import { requireChangeable } from './changeable-state.ts';
import { changedFields, scheduleBefore } from './changed-fields.ts';
import { requireFree } from './conflict-policy.ts';
import { applyMeetingChange, type ChangedMeeting } from './meeting-change.ts';
import type { MeetingChange } from './meeting-change-input.ts';
import { type Rearrangement, rearranged, saveRearrangement } from './rearrangement.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { cutBefore, requireSeries } from './series-cut.ts';
import { saveHead } from './series-head.ts';
import { changedTail, type SeriesTail } from './series-tail.ts';

/**
 * Splits a series before the session named: the head keeps the past, the tail is a new meeting with the change, and both
 * share the join code (meetings 5.5). The caller has locked the series.
 */
export async function splitSeries(
  before: Meeting,
  sessionId: string,
  change: MeetingChange,
  context: SchedulingContext,
): Promise<ChangedMeeting> {
  requireSeries(before);
  requireChangeable(before, change);
  const cut = await cutBefore(before, sessionId, context);
  // A head without sessions is none: the change applies to the whole series.
  if (cut.head === null) return applyMeetingChange(before, change, context);

  const tail = changedTail(before, cut.tail, change, context);
  const { plan, meeting, timeChanged } = tail;
  const conflicts = await requireFree(
    { ...meeting, id: before.id },
    timeChanged ? plan.slots : [],
    change,
    context,
  );
  const options = { timeChanged, notify: change.notify };
  const invitations = await carriedInvitations(before, meeting, options, context);

  await addTail(meeting, cut.following, invitations, context);
  const arrangement = await rearrangeTail(tail, cut.following, before, change, context);
  if (timeChanged) await context.meetingInvitations.resetAnswers(meeting.id, null, context.now);
  const head = await saveHead(before, cut.head, cut.kept, context);
  context.emit(meetingSplit, {
    meetingId: head.id,
    version: head.version,
    tailMeetingId: meeting.id,
    changed: changedFields(before, meeting),
    before: scheduleBefore(before),
    ...options,
  });
  return { meeting, warnings: [...plan.warnings, ...arrangement.warnings, ...conflicts] };
}

/** Adds the tail under the join code of its series, and hands its sessions over to it with all that belongs to them. */
async function addTail(
  tail: Meeting,
  following: readonly Occurrence[],
  invitations: readonly CarriedInvitation[],
  { meetings, occurrences, meetingInvitations }: SchedulingContext,
): Promise<void> {
  await meetings.addToChain(
    tail,
    [],
    invitations.map(({ to }) => to),
  );
  await occurrences.move(
    following.map(({ id }) => id),
    tail.id,
  );
  await meetingInvitations.handOverSessions(
    tail.id,
    invitations.map(({ from, to }) => ({ from: from.id, to: to.id })),
  );
}

async function rearrangeTail(
  { plan, meeting, timeChanged }: SeriesTail,
  following: readonly Occurrence[],
  before: Meeting,
  { keepExceptions }: MeetingChange,
  context: SchedulingContext,
): Promise<Rearrangement> {
  const { now, timeZones: rules, newId } = context;
  const arrangement = rearranged(
    following.map((session) => ({ ...session, meetingId: meeting.id })),
    plan,
    meeting,
    { keepExceptions: keepExceptions || !timeChanged, now, rules, zoneBefore: before.timeZone, newId },
  );
  await saveRearrangement(meeting.id, arrangement, context);
  return arrangement;
}
