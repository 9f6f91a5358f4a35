import { z } from 'zod';
import { csvOf } from '../../kernel/csv.ts';
import { RawAnswer } from '../../kernel/raw-answer.ts';
import { id } from '../../kernel/shapes.ts';
import { meetingNotFound, occurrenceNotFound } from '../errors.ts';
import { onMeeting, seesAddresses, visibleMeeting } from '../meeting-access.ts';
import { slowQuery } from '../ports.ts';
import { attendanceOf } from './attendance-report.ts';

const head = ['name', 'email', 'role', 'first_joined_at', 'last_left_at', 'duration_seconds', 'present'];

export const exportAttendance = slowQuery({
  summary: 'Export the attendance as a table',
  description: 'The table is comma-separated, has one row for each person, and gives times in UTC.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  raw: 'text/csv',
  always: true,
  input: z.strictObject({
    meetingId: id(),
    sessionId: id().optional().describe('By default the live session, or else the latest that ended.'),
  }),
  output: RawAnswer,
  errors: [meetingNotFound, occurrenceNotFound],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('attendance'),

  async run({ meetingId, sessionId }, context) {
    const { found, attendance } = context;
    const session = await attendance.sessionToReport(meetingId, sessionId ?? null);
    if (session === null && sessionId !== undefined) throw occurrenceNotFound();
    const records = session === null ? [] : await attendanceOf(session, context);
    return { records, withAddresses: seesAddresses(found) };
  },

  async compose({ records, withAddresses }) {
    const rows = records.map(
      ({ displayName, email, role, firstJoinedAt, lastLeftAt, durationSeconds, present }) => [
        displayName,
        (withAddresses ? email : null) ?? '',
        role,
        firstJoinedAt,
        lastLeftAt ?? '',
        String(durationSeconds),
        String(present),
      ],
    );
    return {
      mediaType: 'text/csv; charset=utf-8',
      fileName: 'attendance.csv',
      content: csvOf([head, ...rows]),
      etag: null,
      cacheControl: null,
    };
  },
});
