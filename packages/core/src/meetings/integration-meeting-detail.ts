import { z } from 'zod';
import type { HandlerContext } from '../kernel/handler-context.ts';
import { shown } from '../kernel/shapes.ts';
import { meetingNotFound } from './errors.ts';
import { meetingInvitationStatuses } from './invitations/invitation.ts';
import { type Meeting, type MeetingInvitation, meetingTypes } from './meeting.ts';
import type { MeetingsPorts } from './ports.ts';
import { attendanceOf } from './room/attendance-report.ts';
import { CreatedIntegrationMeetingView, createdIntegrationMeetingView } from './views.ts';

const IntegrationInvitationView = z
  .object({
    id: shown.id(),
    email: z.string().nullable().describe('Null unless your key made the meeting.'),
    displayName: z.string(),
    status: z.enum(meetingInvitationStatuses).describe('The answer; pending until there is one.'),
    respondedAt: shown.instant().nullable(),
    proposedStartAt: shown.instant().nullable().describe('Another start that the person proposes.'),
  })
  .meta({ id: 'IntegrationInvitation' });

const IntegrationAttendanceView = z
  .object({
    sessionId: shown.id().nullable().describe('The live session, or else the latest; null before the first.'),
    startedAt: shown.instant().nullable(),
    endedAt: shown.instant().nullable(),
    attended: z.int().describe('How many people were in the room so far.'),
    present: z.int().describe('How many are in it now.'),
    peakParticipants: z.int(),
  })
  .meta({ id: 'IntegrationAttendance' });

/** One meeting as an application reads it (INT-6): all that its creation answered, and what became of it. */
export const IntegrationMeetingDetailView = CreatedIntegrationMeetingView.extend({
  description: z.string(),
  meetingType: z.enum(meetingTypes),
  cancelReason: z.string().nullable(),
  invitations: z
    .array(IntegrationInvitationView)
    .describe('Without the organizer and those that were revoked.'),
  attendance: IntegrationAttendanceView,
  createdAt: shown.instant(),
  updatedAt: shown.instant(),
  version: z.int().describe('Send it as expectedVersion, so that nobody else’s change is overwritten.'),
}).meta({ id: 'IntegrationMeetingDetail' });

type Reading = Pick<HandlerContext, 'key' | 'now' | 'settings'> &
  Pick<MeetingsPorts, 'attendance' | 'meetingInvitations' | 'meetings'>;

const isMadeBy = ({ madeByKeyId }: Pick<Meeting, 'madeByKeyId'>, { key }: Pick<Reading, 'key'>): boolean =>
  madeByKeyId === key.apiKeyId;

/** For `find` of reads: personal rooms do not exist for a key, nor do private meetings that it did not make. */
export async function meetingForKey(
  meetingId: string,
  context: Pick<Reading, 'key' | 'meetings'>,
): Promise<Meeting> {
  const meeting = await context.meetings.get(meetingId);
  const isShown = meeting.visibility === 'workspace' && meeting.meetingType !== 'personal_room';
  if (!isShown && !isMadeBy(meeting, context)) throw meetingNotFound();
  return meeting;
}

/** For `find` of changes: a meeting that the same key made, locked. All others do not exist for it. */
export async function meetingOfKey(
  meetingId: string,
  context: Pick<Reading, 'key' | 'meetings'>,
): Promise<Meeting> {
  const meeting = await context.meetings.get(meetingId, 'for update');
  if (!isMadeBy(meeting, context)) throw meetingNotFound();
  return meeting;
}

export async function integrationMeetingDetail(
  meeting: Meeting,
  context: Reading,
): Promise<z.input<typeof IntegrationMeetingDetailView>> {
  const all = await context.meetingInvitations.ofMeeting(meeting.id);
  const invitations = all.filter(({ userId }) => userId !== meeting.organizerUserId);
  const { description, meetingType, cancelReason, createdAt, updatedAt, version } = meeting;
  const withAddresses = isMadeBy(meeting, context);
  return {
    ...createdIntegrationMeetingView(
      { meeting, invitationCount: invitations.length },
      context.settings.webUrl,
    ),
    description,
    meetingType,
    cancelReason,
    invitations: invitations.map((invitation) => invitationView(invitation, withAddresses)),
    attendance: await attendanceCounts(meeting.id, context),
    createdAt,
    updatedAt,
    version,
  };
}

const invitationView = (
  { id, email, displayName, status, respondedAt, proposedStartAt }: MeetingInvitation,
  withAddresses: boolean,
) => ({ id, email: withAddresses ? email : null, displayName, status, respondedAt, proposedStartAt });

async function attendanceCounts(
  meetingId: string,
  context: Pick<Reading, 'attendance' | 'now'>,
): Promise<z.input<typeof IntegrationAttendanceView>> {
  const session = await context.attendance.sessionToReport(meetingId, null);
  if (session === null)
    return { sessionId: null, startedAt: null, endedAt: null, attended: 0, present: 0, peakParticipants: 0 };
  const records = await attendanceOf(session, context);
  const { id: sessionId, startedAt, endedAt, peakParticipants } = session;
  const present = records.filter((record) => record.present).length;
  return { sessionId, startedAt, endedAt, attended: records.length, present, peakParticipants };
}
