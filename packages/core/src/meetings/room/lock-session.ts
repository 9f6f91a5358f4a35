import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { admissionInvalidState, occurrenceInvalidState, occurrenceNotFound } from '../errors.ts';
import { occurrenceLocked, occurrenceUnlocked } from '../events.ts';
import { onMeeting } from '../meeting-access.ts';
import { command } from '../ports.ts';
import { visibleMeetingOfSession } from './list-admissions.ts';
import { capacityOf } from './session-life.ts';
import { admitLine } from './waiting-line.ts';

export const lockSession = command({
  summary: 'Lock or unlock the room of a live session',
  description:
    'While the room is locked, everybody but hosts waits, whatever else would let them in, until a host admits them. Whoever is in stays. When it is unlocked, those who waited because of the lock are decided about as if they came now. The lock ends with the session.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    sessionId: id().describe('The id of the session.'),
    locked: z.boolean().default(true).describe('True locks the room, false unlocks it.'),
  }),
  output: z.object({
    locked: z.boolean().describe('True if the room is locked now.'),
    admittedCount: z.int().describe('How many came in because the room was unlocked.'),
    stillWaitingCount: z.int().describe('How many are still waiting.'),
  }),
  errors: [occurrenceNotFound, occurrenceInvalidState, admissionInvalidState],

  find: async ({ sessionId }, context) => {
    const session = await context.occurrences.get(sessionId, 'for update');
    return { session, visible: await visibleMeetingOfSession(session.meetingId, context) };
  },
  may: onMeeting('admit'),

  async run({ sessionId, locked }, context) {
    const { admissions, roomSessions, found, user, emit } = context;
    const { session, visible } = found;
    if (session.status !== 'live') throw occurrenceInvalidState();
    let admittedCount = 0;
    if (await roomSessions.setLocked(sessionId, locked)) {
      const decidedByUserId = user.userId;
      emit(locked ? occurrenceLocked : occurrenceUnlocked, {
        sessionId,
        meetingId: session.meetingId,
        decidedByUserId,
      });
      if (!locked) {
        const { participantCount, planParticipants } = await roomSessions.get(sessionId);
        const free = capacityOf(visible.meeting.settings, planParticipants) - participantCount;
        admittedCount = await admitLine({ sessionId, waitedFor: 'locked', free }, visible.meeting, context);
      }
    }
    return { locked, admittedCount, stillWaitingCount: await admissions.countWaiting(sessionId) };
  },
});
