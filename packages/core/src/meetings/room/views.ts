import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { MeetingPersonView } from '../invitations/views.ts';
import { meetingRoles } from '../meeting.ts';
import type { MeetingPerson } from '../ports.ts';
import { type Admission, admissionIdentities, admissionStatuses, waitReasons } from './admission.ts';
import { leaveReasons } from './attendance.ts';
import type { AttendanceRecord } from './attendance-ports.ts';
import { conferenceKinds } from './conference-provider.ts';

export const AdmissionView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    sessionId: shown.id().describe('The id of the session.'),
    meetingId: shown.id().describe('The id of the meeting.'),
    identity: z.enum(admissionIdentities).describe('How the person is known.'),
    person: MeetingPersonView.describe('Who wants to come in.'),
    role: z.enum(meetingRoles).describe('The role of the person in the meeting.'),
    status: z.enum(admissionStatuses).describe('Whether the person is let in.'),
    waitReason: z.enum(waitReasons).nullable().describe('Why the person waits; null if they do not.'),
    requestedAt: shown.instant().describe('When the person asked to be let in.'),
    decidedAt: shown.instant().nullable().describe('When it was decided; null until then.'),
    decidedBy: MeetingPersonView.nullable().describe('Who decided; null until then, and if a rule decided.'),
    lastSeenAt: shown.instant().describe('When it was last seen.'),
    position: z
      .int()
      .nullable()
      .describe(
        'The place in the line, from 1; null for whoever does not wait, and for everybody but hosts.',
      ),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'MeetingAdmission', description: 'A person at the door of a meeting, or in it.' });

export const ConferenceJoinView = z
  .object({
    provider: z.enum(conferenceKinds).describe('What carries sound and picture.'),
    serverUrl: z.string().nullable().describe('Where the client connects; null for embedded.'),
    roomName: z.string().describe('The name of the room at the media server.'),
    token: z.string().describe('A JWT for the media server.'),
    expiresAt: shown
      .instant()
      .describe(
        'Until when the token opens a connection; an open one stays. Ask for a new token to connect again.',
      ),
    identity: shown.id().describe("The admission's id, all that the media server learns of the person."),
    grants: z
      .object({
        publishAudio: z.boolean().describe('May speak.'),
        publishVideo: z.boolean().describe('May show video.'),
        shareScreen: z.boolean().describe('May share the screen.'),
        subscribe: z.boolean().describe('May hear and see others.'),
        moderate: z.boolean().describe('May moderate the room.'),
      })
      .describe('What the person may do in the room.'),
  })
  .meta({ id: 'ConferenceJoin', description: 'What a client needs to connect to the room.' });

export const AttendanceView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    sessionId: shown.id().describe('The id of the session.'),
    person: MeetingPersonView.describe('Who was there.'),
    invitationId: shown.id().nullable().describe('The invitation of the person; null without one.'),
    registrationId: shown.id().nullable().describe('The registration of the person; null without one.'),
    role: z.enum(meetingRoles).describe('The highest role that the person held.'),
    firstJoinedAt: shown.instant().describe('When the person first joined.'),
    lastLeftAt: shown
      .instant()
      .nullable()
      .describe('When the person last left; null while they are present.'),
    durationSeconds: z
      .int()
      .describe('How long the person was there; time on several devices at once counts once.'),
    intervals: z
      .array(
        z.object({
          joinedAt: shown.instant().describe('When the person came in.'),
          leftAt: shown.instant().nullable().describe('When the person left; null while they are present.'),
          source: z.enum(conferenceKinds).describe('What carried sound and picture.'),
          leftReason: z
            .enum(leaveReasons)
            .nullable()
            .describe('How it came that the person left; null while they are present.'),
        }),
      )
      .describe('Each time that the person was in the room.'),
    present: z.boolean().describe('True while the person is in the room.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: z.int().describe('Grows by one each time that the person comes in or leaves.'),
  })
  .meta({ id: 'MeetingAttendance', description: 'When somebody was in a session.' });

/** `person` as the caller may see them: hosts see the address, others do not. */
export const admissionView = (
  admission: Admission,
  workspaceId: string,
  {
    person,
    decidedBy = null,
    position = null,
  }: {
    readonly person?: MeetingPerson;
    readonly decidedBy?: MeetingPerson | null;
    readonly position?: number | null;
  } = {},
): z.input<typeof AdmissionView> => ({
  ...admission,
  workspaceId,
  person: person ?? namedPerson(admission),
  decidedBy,
  position,
});

/** The person by the name that they have in the room, without an address. */
export const namedPerson = ({
  userId,
  displayName,
}: {
  readonly userId: string | null;
  readonly displayName: string;
}): MeetingPerson => ({ userId, displayName, email: null, avatarUrl: null });

export const attendanceView = (
  record: AttendanceRecord,
  workspaceId: string,
): z.input<typeof AttendanceView> => ({
  ...record,
  workspaceId,
  intervals: [...record.intervals],
  person: {
    userId: record.userId,
    displayName: record.displayName,
    email: record.email,
    avatarUrl: record.avatarUrl,
  },
  createdAt: record.firstJoinedAt,
  ...lastMove(record),
});

/** A record follows from when the person came in and left, and so does when it was last changed. */
function lastMove({ firstJoinedAt, intervals }: AttendanceRecord) {
  const moves = intervals.flatMap(({ joinedAt, leftAt }) =>
    leftAt === null ? [joinedAt] : [joinedAt, leftAt],
  );
  return { updatedAt: moves.reduce(laterOf, firstJoinedAt), version: Math.max(1, moves.length) };
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);
