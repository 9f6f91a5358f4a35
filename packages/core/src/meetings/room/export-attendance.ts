import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import { id } from '../../kernel/shapes.ts';
import { csvPages, pagesOf } from '../csv.ts';
import { meetingNotFound, occurrenceNotFound } from '../errors.ts';
import { onMeeting, seesAddresses, visibleMeeting } from '../meeting-access.ts';
import { query } from '../ports.ts';
import type { AttendanceRecord } from './attendance-ports.ts';
import { attendanceOf } from './attendance-report.ts';

const head = ['name', 'email', 'role', 'first_joined_at', 'last_left_at', 'duration_seconds', 'present'];

export const exportAttendance = query({
  summary: 'Export the attendance as a table',
  description: 'The table is comma-separated, has one row for each person, and gives times in UTC.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    sessionId: id()
      .optional()
      .describe('The id of a session; by default the live one, or else the latest that ended.'),
  }),
  output: madeFile('text/csv'),
  errors: [meetingNotFound, occurrenceNotFound],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('attendance'),

  async run({ meetingId, sessionId }, context) {
    const { found, attendance, readLater } = context;
    const session = await attendance.sessionToReport(meetingId, sessionId ?? null);
    if (session === null && sessionId !== undefined) throw occurrenceNotFound();
    const isSettled =
      session !== null && (await attendance.recordsOf(session.id, { after: null, limit: 1 })).length > 0;
    // Before it is settled, the attendance is computed from what is known of everybody at once.
    const pages =
      session === null || session.status === 'live' || !isSettled
        ? only(session === null ? [] : await attendanceOf(session, context))
        : pagesOf<AttendanceRecord>((after, limit) =>
            readLater((later) =>
              later.attendance.recordsOf(session.id, {
                after: after && [after.firstJoinedAt, after.id],
                limit,
              }),
            ),
          );
    const withAddresses = seesAddresses(found);
    return {
      mediaType: 'text/csv; charset=utf-8',
      fileName: 'attendance.csv',
      content: csvPages(head, pages, (record) => cellsOf(record, withAddresses)),
      etag: null,
      cacheControl: null,
    };
  },
});

async function* only<R>(rows: readonly R[]): AsyncIterable<readonly R[]> {
  yield rows;
}

const cellsOf = (
  { displayName, email, role, firstJoinedAt, lastLeftAt, durationSeconds, present }: AttendanceRecord,
  withAddresses: boolean,
): readonly string[] => [
  displayName,
  (withAddresses ? email : null) ?? '',
  role,
  firstJoinedAt,
  lastLeftAt ?? '',
  String(durationSeconds),
  String(present),
];
