import { z } from 'zod';
import { isFailure } from '../../kernel/errors.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { id, shown } from '../../kernel/shapes.ts';
import { meetingNotFound, occurrenceNotFound } from '../errors.ts';
import { onMeeting, visibleMeeting } from '../meeting-access.ts';
import { occurrenceStatuses } from '../occurrence.ts';
import { query } from '../ports.ts';
import { admissionStatuses } from './admission.ts';
import { AdmissionView, admissionView } from './views.ts';

export const listAdmissions = query({
  summary: 'List who waits and who is in the room',
  description:
    'People who wait come first, in the order in which they came. Hosts may poll this to see who asks to enter.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: {
    command: 'meetings admissions list',
    columns: ['person.displayName', 'role', 'status', 'requestedAt', 'id'],
  },
  always: true,
  input: z.strictObject({
    sessionId: id().describe('The id of the session.'),
    status: z
      .union([z.enum(admissionStatuses).transform((one) => [one]), z.array(z.enum(admissionStatuses)).max(7)])
      .optional()
      .describe('Returns only the admissions in one of these states.'),
    ...pageFields(['text', 'instant', 'id'], { most: 500, usual: 200 }),
  }),
  output: z.object({
    admissions: z.array(AdmissionView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
    session: z
      .object({
        status: z.enum(occurrenceStatuses).describe('Where the session is in its life.'),
        locked: z.boolean().describe('While the room is locked, everybody but hosts waits to be let in.'),
        presentCount: z.int().describe('How many people are in the room.'),
        waitingCount: z.int().describe('How many people wait to be let in.'),
      })
      .describe('The session that the list is of.'),
  }),
  errors: [occurrenceNotFound],

  find: async ({ sessionId }, context) => {
    const session = await context.occurrences.get(sessionId);
    return { session, visible: await visibleMeetingOfSession(session.meetingId, context) };
  },
  may: onMeeting('admit'),

  async run({ sessionId, status, limit, cursor }, { admissions, roomSessions, workspaceId }) {
    const { status: sessionStatus, isLocked, participantCount } = await roomSessions.get(sessionId);
    const rows = await admissions.list(sessionId, status ?? null, cursor ?? null, limit);
    const page = pageOf(rows, limit, ({ key }) => key);
    return {
      ...page,
      admissions: page.rows.map(({ admission, ...shown }) => admissionView(admission, workspaceId, shown)),
      session: {
        status: sessionStatus,
        locked: isLocked,
        presentCount: participantCount,
        waitingCount: await admissions.countWaiting(sessionId),
      },
    };
  },
});

export const visibleMeetingOfSession = (meetingId: string, context: Parameters<typeof visibleMeeting>[1]) =>
  asOccurrenceNotFound(visibleMeeting(meetingId, context));

/** A session whose meeting is not visible to the caller is not found either. */
export async function asOccurrenceNotFound<T>(visible: Promise<T>): Promise<T> {
  try {
    return await visible;
  } catch (error) {
    if (isFailure(error) && error.code === meetingNotFound.code) throw occurrenceNotFound();
    throw error;
  }
}
