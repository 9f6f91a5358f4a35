import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { plannedInstant, shown } from '../../kernel/shapes.ts';
import { ofRoles, onlyWhen } from '../../kernel/thing-permission.ts';
import { secondsBetween } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { inSight } from '../meeting-access.ts';
import { MeetingView, meetingView, surroundingsOf } from '../meeting-view.ts';
import { query } from '../ports.ts';

const mostDays = 400;

export const listMeetings = query({
  summary: 'List upcoming or previous meetings',
  description:
    'You see the meetings that you organize or are invited to, and those that are open to the whole workspace. A running series is in both lists; a personal room is listed only while it is live.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['title', 'scheduledStartAt', 'status', 'id', 'joinUrl'] },
  always: true,
  input: z.strictObject({
    scope: z
      .enum(['upcoming', 'previous'])
      .default('upcoming')
      .describe('upcoming: the next meeting comes first. previous: the meeting that ended last comes first.'),
    from: plannedInstant().optional().describe('Only meetings with an occurrence that ends after this.'),
    to: plannedInstant(7).optional().describe('Only meetings with an occurrence that begins before this.'),
    all: z
      .boolean()
      .default(false)
      .describe('True lists every meeting of the workspace; only owners and admins may ask for that.'),
    ...pageFields(['instant', 'id'], { most: 100, usual: 25 }),
  }),
  output: z.object({
    meetings: z.array(MeetingView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  may: onlyWhen(
    'all meetings of the workspace are asked for',
    (_, { all }: { readonly all: boolean }) => all,
    ofRoles('workspace', 'list_meetings', ['owner', 'admin']),
  ),

  async run({ scope, from = null, to = null, all, limit, cursor }, context) {
    const { meetings, user, now } = context;
    const role = user.membership?.role ?? 'guest';
    checkRange(from, to);

    const rows = await meetings.list(
      { scope, userId: user.userId, everyones: all, visible: role !== 'guest', from, to, words: [], now },
      cursor ?? null,
      limit,
    );
    const page = pageOf(rows, limit, ({ sortedAt, meeting }) => [sortedAt, meeting.id]);
    const visibleMeetings = page.rows.map((row) => inSight(row, context));
    const ids = visibleMeetings.map(({ meeting }) => meeting.id);
    const surroundings = await surroundingsOf(ids, context, { brief: true });
    return {
      meetings: visibleMeetings.map((visible) => meetingView(visible, surroundings, context)),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});

function checkRange(from: string | null, to: string | null): void {
  if (from === null || to === null) return;
  if (from >= to) throw invalidField('/to', 'range.reversed', 'Give a to that is after from.');
  if (secondsBetween(from, to) > mostDays * 86_400)
    throw invalidField('/to', 'range.too_long', `Give a range of at most ${mostDays} days.`);
}
