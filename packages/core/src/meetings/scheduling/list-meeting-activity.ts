import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../errors.ts';
import { MeetingPersonView } from '../invitations/views.ts';
import { onMeeting, seesAddresses, visibleMeeting } from '../meeting-access.ts';
import { query } from '../ports.ts';
import { activitySummary } from './activity-summary.ts';

export const MeetingActivityView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    type: z.string().describe('The name of the event, such as occurrence.started.'),
    actor: MeetingPersonView.nullable().describe('Who did it; null for guests, applications and the system.'),
    at: shown.instant().describe('When it happened.'),
    sessionId: shown.id().nullable().describe('The session that it happened in; null if in none.'),
    summary: z.string().describe('What happened, as one sentence.'),
    details: z
      .record(z.string(), z.unknown())
      .describe('The ids, states and numbers that belong to the event.'),
    createdAt: shown.createdAt(),
  })
  .meta({ id: 'MeetingActivity', description: 'Something that happened to a meeting.' });

export const listMeetingActivity = query({
  summary: 'List what happened to a meeting, newest first',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['at', 'type', 'summary', 'actor.displayName'] },
  always: true,
  input: z.strictObject({
    meetingId: id().describe('The id of the meeting.'),
    ...pageFields(['instant', 'sequence']),
  }),
  output: z.object({
    activity: z.array(MeetingActivityView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [meetingNotFound],

  find: ({ meetingId }, context) => visibleMeeting(meetingId, context),
  may: onMeeting('activity'),

  async run({ limit, cursor }, context) {
    const { found, meetings, workspaceId } = context;
    const rows = await meetings.activity(found.meeting.id, cursor ?? null, limit);
    const page = pageOf(rows, limit, ({ at, seq }) => [at, seq]);
    const addresses = seesAddresses(found);
    return {
      activity: page.rows.map(({ id: eventId, type, actor, at, sessionId, facts }) => ({
        id: eventId,
        workspaceId,
        type,
        actor: actor && { ...actor, email: addresses ? actor.email : null },
        at,
        sessionId,
        summary: activitySummary(type, actor?.displayName ?? null),
        details: { ...facts },
        createdAt: at,
      })),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});
