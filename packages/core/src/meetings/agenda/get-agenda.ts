import { z } from 'zod';
import { plannedInstant, shown } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { requireRange } from '../availability/range.ts';
import { meetingInvitationStatuses } from '../invitations/invitation.ts';
import { joinUrlOf } from '../join-code.ts';
import { OccurrenceView, occurrenceView } from '../occurrence-view.ts';
import { query } from '../ports.ts';

const mostDays = 62;
const mostOccurrences = 1000;

export const getAgenda = query({
  summary: 'Show your calendar between two instants',
  description:
    'Returns every session of the meetings that you organize or are invited to, including declined and cancelled ones, by start. Give a shorter range if there are more than 1000.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { columns: ['startsAt', 'title', 'status', 'myStatus', 'meetingId', 'joinUrl'] },
  input: z.strictObject({
    from: plannedInstant().describe('The beginning of the time that you ask about.'),
    to: plannedInstant(7).describe('The end of that time, at most 62 days after `from`.'),
  }),
  output: z.object({
    occurrences: z.array(
      OccurrenceView.extend({
        meetingTitle: z.string().describe('The title of the meeting.'),
        joinUrl: z.string().describe('The address where people join.'),
        myStatus: z
          .enum(meetingInvitationStatuses)
          .describe('Your answer to this session; accepted for meetings that you organize.'),
      }).meta({ id: 'AgendaEntry', description: 'A session in your agenda.' }),
    ),
    count: shown.count(),
    nextCursor: shown.noCursor(),
  }),

  async run({ from, to }, { agenda, meetings, user, workspaceId, settings }) {
    const range = requireRange({ from, to }, mostDays);
    const entries = await agenda.between(user.userId, range, mostOccurrences + 1);
    if (entries.length > mostOccurrences)
      throw invalidField('/to', 'range.too_dense', `Give a range with at most ${mostOccurrences} sessions.`);
    const userIds = entries.flatMap(({ occurrence: { startedByUserId, endedByUserId } }) =>
      [startedByUserId, endedByUserId].filter((userId) => userId !== null),
    );
    const people = userIds.length === 0 ? [] : await meetings.people([...new Set(userIds)]);
    const occurrences = entries.map(({ occurrence, meeting, myStatus }) => ({
      ...occurrenceView(occurrence, meeting, people, workspaceId),
      meetingTitle: meeting.title,
      joinUrl: joinUrlOf(settings.webUrl, meeting.joinCode),
      myStatus,
    }));
    return { occurrences, count: occurrences.length, nextCursor: null };
  },
});
