import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import {
  meetingAlreadyLive,
  meetingNotFound,
  occurrenceInvalidState,
  occurrenceNoneJoinable,
  occurrenceNotFound,
  occurrenceTooEarly,
  occurrenceTooLate,
} from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import { meetingToChange, onMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { lastStartOf, type Occurrence, occurrenceStates, opensAt } from '../occurrence.ts';
import { command, type MeetingsPorts } from '../ports.ts';
import { admitHost } from './host-admission.ts';
import { openSession } from './session-life.ts';

export const startMeeting = command({
  summary: 'Start a session of a meeting',
  description:
    'A session can be started from an hour before its start until an hour after its end. You are admitted as host; people who wait are decided about in order of arrival. Only one session of a meeting is live at a time.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  secret: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    sessionId: id()
      .optional()
      .describe('The id of a session; by default the next one, for a personal room its open one.'),
    expectedVersion: version().optional().describe('The version of the meeting that you read.'),
  }),
  output: ManagedMeetingView,
  errors: [
    meetingNotFound,
    occurrenceNotFound,
    occurrenceTooEarly,
    occurrenceTooLate,
    occurrenceInvalidState,
    meetingAlreadyLive,
    occurrenceNoneJoinable,
  ],

  find: ({ meetingId }, context) => meetingToChange(meetingId, context),
  may: onMeeting('start'),
  version: ({ meeting }) => meeting.version,

  async run({ sessionId }, context) {
    const { found, roomSessions, user, now } = context;
    const { meeting } = found;
    await roomSessions.lockChain(meeting.chainId);
    const session = await sessionToStart(meeting, sessionId, context);
    occurrenceStates.next(session.status, 'start');
    checkHour(meeting, session, now);
    if (await roomSessions.hasLive(meeting.chainId)) throw meetingAlreadyLive();

    const live = await openSession({ meeting, session, startedByUserId: user.userId }, context);
    const role = found.accessRoles.includes('host') ? 'host' : 'co_host';
    const entry = await admitHost({ ...live, role }, context);
    return managedMeeting({ ...found, meeting: live.meeting }, context, entry);
  },
});

async function sessionToStart(
  meeting: Meeting,
  sessionId: string | undefined,
  {
    roomSessions,
    occurrences,
    now,
  }: Pick<MeetingsPorts, 'roomSessions' | 'occurrences'> & { readonly now: string },
): Promise<Occurrence> {
  if (sessionId === undefined) {
    const next = await roomSessions.nextToStart(meeting.id, now);
    if (next === null) throw occurrenceNoneJoinable();
    return next;
  }
  const session = await occurrences.get(sessionId, 'for update');
  if (session.meetingId !== meeting.id) throw occurrenceNotFound();
  return session;
}

/** MTG-31. A personal room can be started at any time. */
function checkHour({ meetingType }: Meeting, session: Occurrence, now: string): void {
  if (meetingType === 'personal_room') return;
  const earliest = opensAt(session);
  if (now < earliest)
    throw occurrenceTooEarly({
      details: [{ path: '', code: 'earliest_start', message: `It can be started from ${earliest} on.` }],
    });
  if (now > lastStartOf(session)) throw occurrenceTooLate();
}
