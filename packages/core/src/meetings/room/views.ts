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
    id: shown.id(),
    workspaceId: z.string(),
    sessionId: shown.id(),
    meetingId: shown.id(),
    identity: z.enum(admissionIdentities),
    person: MeetingPersonView,
    role: z.enum(meetingRoles),
    status: z.enum(admissionStatuses),
    waitReason: z.enum(waitReasons).nullable(),
    requestedAt: shown.instant(),
    decidedAt: shown.instant().nullable(),
    decidedBy: MeetingPersonView.nullable().describe('Null if a rule decided.'),
    lastSeenAt: shown.instant(),
    position: z.int().nullable().describe('Place in the line, from 1; only hosts see it.'),
    createdAt: shown.instant(),
    updatedAt: shown.instant(),
    version: z.int(),
  })
  .meta({ id: 'MeetingAdmission' });

export const ConferenceJoinView = z
  .object({
    provider: z.enum(conferenceKinds),
    serverUrl: z.string().nullable().describe('Where the client connects; null for embedded.'),
    roomName: z.string(),
    token: z.string().describe('A JWT for the media server.'),
    expiresAt: shown
      .instant()
      .describe('Bounds the first connection only; ask for a new token to connect again.'),
    identity: shown.id().describe("The admission's id, all that the media server learns of the person."),
    grants: z.object({
      publishAudio: z.boolean(),
      publishVideo: z.boolean(),
      shareScreen: z.boolean(),
      subscribe: z.boolean(),
      moderate: z.boolean(),
    }),
  })
  .meta({ id: 'ConferenceJoin' });

export const AttendanceView = z
  .object({
    id: shown.id(),
    workspaceId: z.string(),
    sessionId: shown.id(),
    person: MeetingPersonView,
    invitationId: shown.id().nullable(),
    registrationId: shown.id().nullable(),
    role: z.enum(meetingRoles).describe('The highest role that the person held.'),
    firstJoinedAt: shown.instant(),
    lastLeftAt: shown.instant().nullable().describe('Null while the person is present.'),
    durationSeconds: z.int().describe('Time on several devices at once counts once.'),
    intervals: z.array(
      z.object({
        joinedAt: shown.instant(),
        leftAt: shown.instant().nullable(),
        source: z.enum(conferenceKinds),
        leftReason: z.enum(leaveReasons).nullable(),
      }),
    ),
    present: z.boolean(),
  })
  .meta({ id: 'MeetingAttendance' });

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
});
