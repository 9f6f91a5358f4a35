import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { meetingNotAWebinar, meetingNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { query } from '../ports.ts';
import { registrationStatuses } from './registration.ts';
import { RegistrationView, registrationView } from './views.ts';
import { requireWebinar } from './webinar-guard.ts';

export const listRegistrations = query({
  summary: 'List the registrations of a webinar',
  description: 'Sorted by the time at which they were made. One registration holds for all occurrences.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['displayName', 'email', 'status', 'createdAt', 'id'] },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    status: z.enum(registrationStatuses).optional().describe('Only registrations in this state.'),
    ...pageFields(['instant', 'id'], { most: 500, usual: 200 }),
  }),
  output: z.object({
    registrations: z.array(RegistrationView).describe('How many registered.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    totals: z
      .object({
        pending: z.int().describe('How many wait for a decision.'),
        approved: z.int().describe('How many are approved.'),
        waitlisted: z.int().describe('How many are in the waiting list.'),
        declined: z.int().describe('How many are declined.'),
        cancelled: z.int().describe('How many are cancelled.'),
      })
      .describe('How many registrations are in each state.'),
  }),
  errors: [meetingNotFound, meetingNotAWebinar],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('registrations'),

  async run({ status, limit, cursor }, context) {
    const { found, registrations, workspaceId } = context;
    requireWebinar(found.meeting);
    const { chainId } = found.meeting;
    const after = cursor ?? null;
    const [rows, totals] = await Promise.all([
      registrations.list(chainId, status ?? null, after, limit),
      registrations.totals(chainId),
    ]);
    const page = pageOf(rows, limit, (row) => [row.createdAt, row.id]);
    return {
      registrations: page.rows.map((row) => registrationView(row, workspaceId)),
      count: page.count,
      nextCursor: page.nextCursor,
      totals,
    };
  },
});
