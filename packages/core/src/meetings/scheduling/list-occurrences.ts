import { z } from 'zod';
import { decodeCursor, pageFields, pageOf } from '../../kernel/pages.ts';
import { id, instant } from '../../kernel/shapes.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import type { HandlerContext } from '../../kernel/use-case.ts';
import { invalidField } from '../../kernel/validation.ts';
import { meetingNotFound } from '../errors.ts';
import type { Meeting } from '../meeting.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { newOccurrence, type Occurrence, occurrenceStatuses } from '../occurrence.ts';
import { OccurrenceView, occurrenceView } from '../occurrence-view.ts';
import { type MeetingsPorts, query } from '../ports.ts';
import { expandSeries } from '../recurrence/index.ts';

export const listOccurrences = query({
  summary: 'List the occurrences of a meeting',
  description:
    'Those further ahead than 550 days are shown without an id: they can be neither changed nor started until they are written.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    meetingId: id(),
    from: instant().optional().describe('Only those that end after this.'),
    to: instant().optional().describe('Only those that begin before this.'),
    status: z
      .union([z.enum(occurrenceStatuses), z.array(z.enum(occurrenceStatuses)).max(5)])
      .optional()
      .describe('Returns only the admissions in one of these states.'),
    ...pageFields(),
  }),
  output: z.object({
    occurrences: z.array(OccurrenceView),
    count: z.int(),
    nextCursor: z.string().nullable(),
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
    const after = decodeCursor(cursor, ['instant', 'text']);
    const written = await occurrences.list(
      meeting.id,
      { from, to, status: statuses },
      // A row without an id comes after all that have one.
      after && [after[0] ?? '', after[1] === '' ? greatestId : (after[1] ?? '')],
      limit,
    );
    const wantsUnwritten = statuses === null || statuses.includes('scheduled');
    const missing = limit + 1 - written.length;
    const unwritten =
      wantsUnwritten && missing > 0
        ? await beyondHorizon(meeting, { from, to, after: after?.[0] ?? null, limit: missing }, context)
        : [];
    const rows = [...written, ...unwritten];
    const page = pageOf(rows, limit, (row) => [row.startsAt, row.id]);
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

const greatestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** What the rule gives beyond the horizon, without those that are rows all the same: the next two always are (MTG-15). */
async function beyondHorizon(
  meeting: Meeting,
  {
    from,
    to,
    after,
    limit,
  }: { from: Instant | null; to: Instant | null; after: Instant | null; limit: number },
  {
    timeZones,
    now,
    occurrences,
  }: Pick<HandlerContext, 'timeZones' | 'now'> & Pick<MeetingsPorts, 'occurrences'>,
): Promise<readonly Occurrence[]> {
  const { recurrence, localStart, timeZone, durationMinutes, writtenUntil, status } = meeting;
  if (recurrence === null || localStart === null || writtenUntil === null || status === 'cancelled')
    return [];
  const rows = await occurrences.ofMeeting(meeting.id);
  const known = new Set(
    rows.flatMap(({ recurrenceId, recurrenceIdAt }) =>
      recurrenceIdAt !== null && recurrenceIdAt > writtenUntil ? (recurrenceId ?? []) : [],
    ),
  );
  const begins =
    [writtenUntil, from, after]
      .filter((at) => at !== null)
      .sort()
      .at(-1) ?? writtenUntil;
  const slots = expandSeries(recurrence, { localStart, timeZone, durationMinutes }, timeZones, {
    from: begins,
    ...(to === null ? {} : { until: to }),
    limit: limit + 2 + known.size,
  });
  return slots
    .filter(
      ({ recurrenceId, startsAt }) =>
        !known.has(recurrenceId) &&
        startsAt > writtenUntil &&
        (after === null || startsAt > after) &&
        (to === null || startsAt < to),
    )
    .slice(0, limit)
    .map(({ recurrenceId, startsAt, adjustment }) =>
      newOccurrence({
        id: '',
        meetingId: meeting.id,
        chainId: meeting.chainId,
        recurrenceId,
        recurrenceIdAt: startsAt,
        startsAt,
        endsAt: plusMinutes(startsAt, durationMinutes),
        durationMinutes,
        localStart: timeZones.wall(startsAt, timeZone),
        adjustment,
        createdAt: now,
      }),
    );
}
