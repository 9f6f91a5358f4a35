import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, plannedInstant, shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { occurrenceStatuses } from '../occurrence.ts';
import { OccurrenceView, occurrenceView } from '../occurrence-view.ts';
import { query } from '../ports.ts';
import { occurrencesBeyondHorizon } from './unwritten-occurrences.ts';

export const listOccurrences = query({
  summary: 'List the occurrences of a meeting',
  description:
    'Occurrences more than 550 days ahead have no id yet: they can be neither changed nor started.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['startsAt', 'status', 'durationMinutes', 'title', 'id'] },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    from: plannedInstant().optional().describe('Only occurrences that end after this.'),
    to: plannedInstant(7).optional().describe('Only occurrences that begin before this.'),
    status: z
      .union([z.enum(occurrenceStatuses), z.array(z.enum(occurrenceStatuses)).max(5)])
      .optional()
      .describe('Only occurrences in one of these states.'),
    ...pageFields(['instant', 'id']),
  }),
  output: z.object({
    occurrences: z.array(OccurrenceView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [meetingNotFound],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('read'),

  async run({ from = null, to = null, status, limit, cursor }, context) {
    const { found, occurrences, meetings, workspaceId } = context;
    if (from !== null && to !== null && from >= to)
      throw invalidField('/to', 'range.reversed', 'Give a to that is after from.');
    const { meeting } = found;
    const statuses = status === undefined ? null : [status].flat();
    const after = cursor ?? null;
    const written = await occurrences.list(meeting.id, { from, to, status: statuses }, after, limit);
    const wantsUnwritten = statuses === null || statuses.includes('scheduled');
    const missing = limit + 1 - written.length;
    const unwritten =
      wantsUnwritten && missing > 0
        ? await occurrencesBeyondHorizon(
            meeting,
            { from, to, after: after?.[0] ?? null, limit: missing },
            context,
          )
        : [];
    const rows = [...written, ...unwritten];
    const page = pageOf(rows, limit, (row) => [row.startsAt, row.id || greatestId]);
    const people = await meetings.people([
      ...new Set(
        page.rows.flatMap((row) => [row.startedByUserId, row.endedByUserId]).filter((one) => one !== null),
      ),
    ]);
    return {
      occurrences: page.rows.map((row) => {
        const view = occurrenceView(row, meeting, people, workspaceId);
        return row.id === '' ? { ...view, id: null } : view;
      }),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});

/** Stands for an occurrence that is not written yet: those come after all that have an id. */
const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
