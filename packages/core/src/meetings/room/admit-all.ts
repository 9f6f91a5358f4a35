import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { admissionInvalidState, meetingFull, occurrenceInvalidState, occurrenceNotFound } from '../errors.ts';
import { onMeeting } from '../meeting-access.ts';
import { command } from '../ports.ts';
import { admitByHost } from './decide-on-admission.ts';
import { visibleMeetingOfSession } from './list-admissions.ts';
import { capacityOf } from './session-life.ts';

export const admitAll = command({
  summary: 'Admit everybody who waits',
  description:
    'People are admitted in the order in which they came, as long as there are places. Whoever was removed before stays in the line; decide about them one by one.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'meetings admissions admit-all' },
  always: true,
  input: z.strictObject({ sessionId: id().describe('The id of the session.') }),
  output: z.object({
    admittedCount: z.int().describe('How many were let in.'),
    stillWaitingCount: z.int().describe('How many are still waiting.'),
  }),
  errors: [occurrenceNotFound, occurrenceInvalidState, admissionInvalidState, meetingFull],

  find: async ({ sessionId }, context) => {
    const session = await context.occurrences.get(sessionId, 'for update');
    return { session, visible: await visibleMeetingOfSession(session.meetingId, context) };
  },
  may: onMeeting('admit'),

  async run({ sessionId }, context) {
    const { admissions, roomSessions, found } = context;
    if (found.session.status !== 'live') throw occurrenceInvalidState();
    const { meeting } = found.visible;
    const waiting = (await admissions.waiting(sessionId)).filter(({ barred }) => !barred);
    const { participantCount, planParticipants } = await roomSessions.get(sessionId);
    const free = Math.max(0, capacityOf(meeting.settings, planParticipants) - participantCount);
    const next = waiting.slice(0, free);
    for (const admission of next) await admitByHost(admission, { ...found, meeting }, context);
    return { admittedCount: next.length, stillWaitingCount: await admissions.countWaiting(sessionId) };
  },
});
