import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { meetingNotFound, occurrenceNotFound } from '../errors.ts';
import { onMeeting, seesAddresses, visibleMeeting } from '../meeting-access.ts';
import { query } from '../ports.ts';
import { attendanceOf } from './attendance-report.ts';
import { AttendanceView, attendanceView } from './views.ts';

const nothingHeld = { sessionId: null, startedAt: null, endedAt: null, attended: 0, peakParticipants: 0 };

export const listAttendance = query({
  summary: 'List who was there, and for how long',
  description: 'Lists the people of one session in the order in which they came.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['person.displayName', 'role', 'firstJoinedAt', 'lastLeftAt', 'durationSeconds'] },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    sessionId: id()
      .optional()
      .describe('The id of a session; by default the live one, or else the latest that ended.'),
    ...pageFields(['instant', 'id'], { most: 500, usual: 200 }),
  }),
  output: z.object({
    attendance: z.array(AttendanceView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    summary: z
      .object({
        sessionId: shown.id().nullable().describe('The id of the session; null if none was held yet.'),
        startedAt: shown.instant().nullable().describe('When the session started; null if none was held.'),
        endedAt: shown.instant().nullable().describe('When the session ended; null until then.'),
        invited: z.int().describe('How many people are invited, without the organizer.'),
        attended: z.int().describe('How many people came.'),
        absent: z.int().describe('Invited people who did not come.'),
        peakParticipants: z.int().describe('How many people were present at the same time at most.'),
      })
      .describe('The session in figures.'),
  }),
  errors: [meetingNotFound, occurrenceNotFound],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('attendance'),

  async run({ meetingId, sessionId, limit, cursor }, context) {
    const { found, attendance, workspaceId } = context;
    const after = cursor ?? null;
    const session = await attendance.sessionToReport(meetingId, sessionId ?? null);
    if (session === null && sessionId !== undefined) throw occurrenceNotFound();
    const records = session === null ? [] : await attendanceOf(session, context);
    const rest =
      after === null
        ? records
        : records.filter(({ firstJoinedAt, id }) => isAfter([firstJoinedAt, id], after));
    const page = pageOf(rest.slice(0, limit + 1), limit, ({ firstJoinedAt, id }) => [firstJoinedAt, id]);

    const invited = await attendance.invitedCount(meetingId);
    const came = records.filter(
      ({ invitationId, userId }) => invitationId !== null && userId !== found.meeting.organizerUserId,
    ).length;
    const held =
      session === null
        ? nothingHeld
        : {
            sessionId: session.id,
            startedAt: session.startedAt,
            endedAt: session.endedAt,
            attended: records.length,
            peakParticipants: session.peakParticipants,
          };
    const withAddresses = seesAddresses(found);
    return {
      ...page,
      attendance: page.rows.map((record) =>
        attendanceView(withAddresses ? record : { ...record, email: null }, workspaceId),
      ),
      summary: { ...held, invited, absent: Math.max(0, invited - came) },
    };
  },
});

const isAfter = (
  [at, id]: readonly [string, string],
  [lastAt = '', lastId = '']: readonly string[],
): boolean => at > lastAt || (at === lastAt && id > lastId);
