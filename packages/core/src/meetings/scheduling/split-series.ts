import type { Instant } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  meetingInvalidState,
  meetingSeriesStarted,
  occurrenceInvalidState,
  occurrenceNotFound,
} from '../errors.ts';
import { meetingEnded, meetingSplit } from '../events.ts';
import { meetingInvitationStates } from '../invitations/invitation.ts';
import { changedForInvitees, type Meeting, type MeetingInvitation, meetingStates } from '../meeting.ts';
import { isAhead, isPast, type Occurrence } from '../occurrence.ts';
import { type RecurrenceInput, seriesSpan, splitRecurrence } from '../recurrence/index.ts';
import {
  arrange,
  type ChangedMeeting,
  changeMeeting,
  describedAnew,
  requireFree,
  requireOpen,
  scheduleBefore,
} from './change-meeting.ts';
import { changedFields } from './changed-fields.ts';
import type { MeetingChange } from './meeting-change.ts';
import { carriedOver, rearranged } from './rearrange.ts';
import { icalUidOf, type SchedulingContext } from './schedule-meeting.ts';
import { checkStart, checkZone } from './schedule-rules.ts';
import { timetable, typeUnder } from './timetable.ts';

/**
 * Cuts a series before the session named: the head keeps what was, the tail is a meeting of its own with the change, and
 * both answer to the one join code (meetings 5.5). In one transaction; the head's row is locked.
 */
export async function splitSeries(
  before: Meeting,
  sessionId: string,
  change: MeetingChange,
  context: SchedulingContext,
): Promise<ChangedMeeting> {
  const { now, timeZones, newId, settings, occurrences, meetings } = context;
  const { recurrence, localStart, timeZone, durationMinutes } = before;
  if (recurrence === null || localStart === null)
    throw invalidField('/scope', 'scope.not_a_series', 'Only a series is split; leave scope out.');
  requireOpen(before, change);
  const rows = await occurrences.ofMeeting(before.id);
  const chosen = rows.find(({ id }) => id === sessionId);
  if (chosen === undefined || chosen.recurrenceId === null) throw occurrenceNotFound();
  if (isPast(chosen)) throw occurrenceInvalidState();
  const from = chosen.recurrenceId;
  const isTail = (row: Occurrence) => row.recurrenceId !== null && row.recurrenceId >= from;
  const following = rows.filter(isTail);
  if (following.some(isPast)) throw meetingSeriesStarted();

  const series = { localStart, timeZone, durationMinutes };
  const cut = splitRecurrence(recurrence, series, from, timeZones);
  // None is kept: the call is one for all, and the chosen occurrence is the first of them.
  if (cut.head === null) return changeMeeting(before, change, context);

  const wish = tailWish(before, cut.tail, change, context);
  const plan = timetable(wish, now, timeZones);
  const described = describedAnew(before, change, context);
  const tailId = newId();
  const tail: Meeting = {
    ...described,
    ...plan.meeting,
    id: tailId,
    meetingType: typeUnder(plan, before),
    status: meetingStates.begin('scheduled'),
    splitFromMeetingId: before.id,
    icalUid: icalUidOf(tailId, settings.baseUrl),
    icalSequence: 0,
    timeSequence: 0,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  const timeChanged =
    tail.durationMinutes !== durationMinutes ||
    tail.timeZone !== timeZone ||
    tail.scheduledStartAt !== timeZones.resolve(cut.tail.localStart, timeZone).instant ||
    (change.recurrence !== undefined && tail.recurrence?.rrule !== cut.tail.recurrence.rrule);
  const conflicts = await requireFree(
    { ...tail, id: before.id },
    timeChanged ? plan.slots : [],
    change,
    context,
  );

  const invited = await context.meetingInvitations.ofMeeting(before.id);
  const invitations = invited.map((invitation) =>
    carriedInvitation(invitation, tail, { ...context, timeChanged, notify: change.notify }),
  );
  await meetings.addToChain(tail, [], invitations);
  await occurrences.move(
    following.map(({ id }) => id),
    tailId,
  );
  await context.meetingInvitations.handOverSessions(
    tailId,
    invited.flatMap(({ id: from }, n) => {
      const to = invitations[n]?.id;
      return to === undefined ? [] : [{ from, to }];
    }),
  );
  const arrangement = rearranged(
    following.map((row) => ({ ...row, meetingId: tailId })),
    plan,
    tail,
    {
      keepExceptions: change.keepExceptions || !timeChanged,
      now,
      rules: timeZones,
      zoneBefore: timeZone,
      newId,
    },
  );
  await arrange(tailId, arrangement, context);
  if (timeChanged) await context.meetingInvitations.resetAnswers(tailId, null, now);
  const head = await keptHead(
    before,
    cut.head,
    rows.filter((row) => !isTail(row)),
    context,
  );

  context.emit(meetingSplit, {
    meetingId: head.id,
    version: head.version,
    tailMeetingId: tailId,
    changed: changedFields(before, tail),
    timeChanged,
    before: scheduleBefore(before),
    notify: change.notify,
  });
  return { meeting: tail, warnings: [...plan.warnings, ...arrangement.warnings, ...conflicts] };
}

function tailWish(
  before: Meeting,
  { recurrence, localStart }: ReturnType<typeof splitRecurrence>['tail'],
  change: MeetingChange,
  { now, timeZones }: SchedulingContext,
) {
  const timeZone = change.timeZone ?? before.timeZone;
  if (change.timeZone !== undefined) checkZone(timeZone, timeZones);
  if (change.scheduledStartAt !== undefined) checkStart(change.scheduledStartAt, now, '/scheduledStartAt');
  const scheduledStartAt: Instant =
    change.scheduledStartAt ?? timeZones.resolve(localStart, timeZone).instant;
  const durationMinutes = change.durationMinutes ?? before.durationMinutes;
  const after = { localStart: timeZones.wall(scheduledStartAt, timeZone), timeZone, durationMinutes };
  // A gap moves the reading of the first start; the rule goes on from what it gives.
  const isMoved = change.scheduledStartAt !== undefined || change.timeZone !== undefined;
  const carried = isMoved
    ? carriedOver(recurrence, { localStart, timeZone: before.timeZone }, after, timeZones)
    : recurrence;
  const wished: RecurrenceInput | null = change.recurrence === undefined ? carried : change.recurrence;
  return { scheduledStartAt, timeZone, durationMinutes, recurrence: wished };
}

/** The same person with a link of their own for the tail; the answer stands unless the time is another. */
function carriedInvitation(
  invitation: MeetingInvitation,
  tail: Meeting,
  {
    now,
    newId,
    linkTokens,
    timeChanged,
    notify,
  }: Pick<SchedulingContext, 'now' | 'newId' | 'linkTokens'> & { timeChanged: boolean; notify: boolean },
): MeetingInvitation {
  const id = newId();
  const { token, keyNumber } = linkTokens.derive('meeting_invitation', id, 1);
  const isOrganizer = invitation.userId === tail.organizerUserId;
  const asksAgain =
    timeChanged && !isOrganizer && (invitation.status === 'accepted' || invitation.status === 'tentative');
  return {
    ...invitation,
    id,
    meetingId: tail.id,
    status: asksAgain ? meetingInvitationStates.next(invitation.status, 'reset') : invitation.status,
    proposedStartAt: null,
    tokenHash: linkTokens.hash(token),
    tokenKeyNumber: keyNumber,
    tokenGeneration: 1,
    deliveryStatus: isOrganizer || !notify ? 'none' : 'queued',
    lastSentAt: null,
    lastSequence: null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** The head ends with its last kept occurrence (MTG-26); with nothing to come it is over. */
async function keptHead(
  before: Meeting,
  recurrence: NonNullable<Meeting['recurrence']>,
  rows: readonly Occurrence[],
  { meetings, occurrences, meetingReminders, now, timeZones, emit, newId }: SchedulingContext,
): Promise<Meeting> {
  const { localStart, timeZone, durationMinutes } = before;
  if (localStart === null) throw meetingInvalidState();
  const span = seriesSpan(recurrence, { localStart, timeZone, durationMinutes }, timeZones);
  const goesOn = rows.some((row) => isAhead(row, now));
  const status =
    before.status === 'scheduled' && !goesOn ? meetingStates.next(before.status, 'end') : before.status;
  const head = await meetings.save({
    ...changedForInvitees(before, { timeChanged: false }),
    recurrence,
    occurrenceCount: span.occurrenceCount,
    seriesEndsAt: span.endsAt,
    writtenUntil: null,
    status,
    updatedAt: now,
  });
  await occurrences.refreshPeople(before.id);
  await meetingReminders.plan(before.id, now, now, newId);
  if (status === 'ended' && before.status !== 'ended')
    emit(meetingEnded, { meetingId: head.id, version: head.version });
  return head;
}
