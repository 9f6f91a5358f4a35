import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import type { TimeZoneRules } from '../../kernel/ports.ts';
import { id } from '../../kernel/shapes.ts';
import { type Instant, instantOf, millisecondsOf, plusDays, type WallTime } from '../../kernel/time.ts';
import { meetingInvalidState, meetingNotFound } from '../errors.ts';
import { type Meeting, meetingStates } from '../meeting.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { command } from '../ports.ts';
import { type RecurrenceInput, readRule, ruleWalls, shiftedUntil } from '../recurrence/index.ts';
import { CreatedMeetingView, createdMeeting } from './created-meeting.ts';
import { addMeeting } from './meeting-creation.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { timetable } from './timetable.ts';

/** If the rule gives no start at the same weekday within so many weeks, the copy begins on the first day that it gives. */
const searchedWeeks = 260;
const quarter = 15 * 60_000;

export const duplicateMeeting = command({
  summary: 'Duplicate a meeting',
  description:
    'The copy has the same title, text, settings, length, time zone, webinar, passcode and visibility; nobody is invited to it. It begins at the same weekday and time, a day from now or later.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  feature: 'meetings_scheduled',
  input: z.strictObject({ meetingId: id().describe('The id of the meeting.') }),
  output: CreatedMeetingView,
  errors: [mailBudgetUsed, meetingNotFound, meetingInvalidState, planLimitReached],
  cli: { aliases: ['duplicate'] },

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('duplicate'),

  async run(_, context) {
    const { found: visible, user, now, timeZones, entitlements } = context;
    const { meeting } = visible;
    if (meeting.meetingType === 'personal_room' || meeting.localStart === null) throw meetingInvalidState();
    requirePlan(meeting, entitlements);

    const plan = timetable(nextSchedule(meeting, meeting.localStart, now, timeZones), now, timeZones);
    const copy = await addMeeting(
      {
        ...plan.meeting,
        meetingType: meeting.meetingType === 'instant' ? 'scheduled' : meeting.meetingType,
        status: meetingStates.begin('scheduled'),
        title: meeting.title,
        description: meeting.description,
        settings: meeting.settings,
        webinar: meeting.webinar && {
          ...meeting.webinar,
          // The period of registration was that of the original.
          registrationOpensAt: null,
          registrationClosesAt: null,
        },
        organizerUserId: user.userId,
        visibility: meeting.visibility,
        passcodeHash: meeting.passcodeHash,
        source: 'app',
        externalReference: null,
        templateId: meeting.templateId,
      },
      plan,
      { invitees: [], notify: false },
      context,
    );
    return createdMeeting(copy, null, context);
  },
});

/** The plan counts a copy as a new meeting (MTG-103). */
function requirePlan(
  { meetingType, recurrence, durationMinutes, settings, webinar }: Meeting,
  entitlements: SchedulingContext['entitlements'],
): void {
  if (meetingType === 'webinar') entitlements.requireFeature('webinars');
  if (recurrence !== null) entitlements.requireFeature('meetings_recurring');
  entitlements.requireWithin('meeting_duration_minutes', durationMinutes);
  entitlements.requireWithin('meeting_participants', settings.maxParticipants);
  if (webinar?.capacity) entitlements.requireWithin('webinar_attendees', webinar.capacity);
}

/** When the copy begins (meetings 9.2, duplicate). */
function nextSchedule(meeting: Meeting, localStart: WallTime, now: Instant, rules: TimeZoneRules) {
  const { timeZone, durationMinutes, recurrence, meetingType } = meeting;
  if (meetingType === 'instant')
    return { scheduledStartAt: tomorrow(now, timeZone, rules), timeZone, durationMinutes, recurrence: null };
  const earliest = plusDays(now, 1);
  const inWeeks = (weeks: number): WallTime => shiftedDays(localStart, weeks * 7);
  const instantOfWall = (wall: WallTime) => rules.resolve(wall, timeZone).instant;
  // Of a meeting that is weeks ahead the copy comes before it.
  let weeks = Math.floor((millisecondsOf(earliest) - Date.parse(`${localStart}Z`)) / (7 * 86_400_000)) - 1;
  while (instantOfWall(inWeeks(weeks)) < earliest) weeks += 1;
  if (recurrence === null)
    return { scheduledStartAt: instantOfWall(inWeeks(weeks)), timeZone, durationMinutes, recurrence };

  const first = weeks;
  while (weeks < first + searchedWeeks && !givesItsStart(recurrence.rrule, inWeeks(weeks))) weeks += 1;
  const wall = givesItsStart(recurrence.rrule, inWeeks(weeks))
    ? inWeeks(weeks)
    : firstGiven(recurrence.rrule, inWeeks(first));
  const days = Math.round((Date.parse(`${wall}Z`) - Date.parse(`${localStart}Z`)) / 86_400_000);
  const kept: RecurrenceInput = { rrule: shiftedUntil(recurrence.rrule, days) };
  return { scheduledStartAt: instantOfWall(wall), timeZone, durationMinutes, recurrence: kept };
}

const withoutEnd = (rrule: string) => ({ ...readRule(rrule), until: null, count: null });
function firstGiven(rrule: string, wall: WallTime): WallTime {
  const [first] = ruleWalls(withoutEnd(rrule), wall, { to: shiftedDays(wall, 36_500) });
  return first ?? wall;
}
const givesItsStart = (rrule: string, wall: WallTime): boolean => firstGiven(rrule, wall) === wall;

/** The same time of day tomorrow, at the next quarter of an hour. */
function tomorrow(now: Instant, timeZone: string, rules: TimeZoneRules): Instant {
  const wall = shiftedDays(rules.wall(now, timeZone), 1);
  const rounded = instantOf(Math.ceil(Date.parse(`${wall}Z`) / quarter) * quarter).slice(0, 19);
  return rules.resolve(rounded, timeZone).instant;
}

const shiftedDays = (wall: WallTime, days: number): WallTime =>
  instantOf(Date.parse(`${wall}Z`) + days * 86_400_000).slice(0, 19);
