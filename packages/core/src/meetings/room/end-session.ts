import { z } from 'zod';
import { id, text, version } from '../../kernel/shapes.ts';
import { occurrenceInvalidState, occurrenceNotFound } from '../errors.ts';
import { meetingToChange, onMeeting } from '../meeting-access.ts';
import { ManagedMeetingView, managedMeeting } from '../meeting-view.ts';
import { command } from '../ports.ts';
import { asOccurrenceNotFound } from './list-admissions.ts';
import { endLiveSession } from './session-life.ts';

export const endSession = command({
  summary: 'End a session',
  description:
    'Everybody leaves: no further token is given, and attendance closes. If the media server cannot end a room by itself, its clients end it.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({
    sessionId: id().describe('The id of the session.'),
    reason: text(500).optional().describe('Why the session ends; participants read it.'),
    expectedVersion: version().optional().describe('The version of the meeting that you read.'),
  }),
  output: ManagedMeetingView,
  errors: [occurrenceNotFound, occurrenceInvalidState],

  find: async ({ sessionId }, context) => {
    const { meetingId } = await context.occurrences.get(sessionId);
    const visible = await asOccurrenceNotFound(meetingToChange(meetingId, context));
    return { ...visible, session: await context.occurrences.get(sessionId, 'for update') };
  },
  may: onMeeting('end'),
  version: ({ meeting }) => meeting.version,

  async run(_, context) {
    const { found, user } = context;
    const { meeting, session } = found;
    if (session.status !== 'live') throw occurrenceInvalidState();
    const ended = await endLiveSession(
      { meeting, session, endReason: 'host_ended', endedByUserId: user.userId },
      context,
    );
    return managedMeeting({ ...found, meeting: ended.meeting }, context);
  },
});
