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
    id: shown.ownId(),
    email: z.string().nullable().describe('The e-mail address; null unless your key made the meeting.'),
    displayName: z.string().describe('The name of the person.'),
    status: z.enum(meetingInvitationStatuses).describe('The answer; pending until there is one.'),
    respondedAt: shown.instant().nullable().describe('When the person answered; null until then.'),
    proposedStartAt: shown
      .instant()
      .nullable()
      .describe('Another start that the person proposes; null without one.'),
  })
  .meta({ id: 'IntegrationInvitation', description: 'An invitation, as integrations see it.' });

const IntegrationAttendanceView = z
  .object({
    sessionId: shown.id().nullable().describe('The live session, or else the latest; null before the first.'),
    startedAt: shown.instant().nullable().describe('When the session started; null before the first.'),
    endedAt: shown.instant().nullable().describe('When the session ended; null until then.'),
    attended: z.int().describe('How many people were in the room so far.'),
    present: z.int().describe('How many are in it now.'),
    peakParticipants: z.int().describe('How many people were present at the same time at most.'),
  })
  .meta({ id: 'IntegrationAttendance', description: 'Who was there, in figures.' });

/** One meeting as an application reads it (INT-6): all that its creation answered, and what became of it. */
export const IntegrationMeetingDetailView = CreatedIntegrationMeetingView.extend({
  description: z.string().describe('What the meeting is about, as plain text; empty when there is none.'),
  meetingType: z.enum(meetingTypes).describe('The kind of meeting.'),
  cancelReason: z.string().nullable().describe('Why it was cancelled; null without a reason.'),
  invitations: z
    .array(IntegrationInvitationView)
    .describe('Without the organizer and those that were revoked.'),
  attendance: IntegrationAttendanceView,
  createdAt: shown.createdAt(),
  updatedAt: shown.updatedAt(),
  version: z.int().describe('Send it as expectedVersion, so that nobody else’s change is overwritten.'),
}).meta({
  id: 'IntegrationMeetingDetail',
  description: 'A meeting with what became of it, as integrations see it.',
});

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
