import type { meetings } from '@chancery/core';
import { foldEmail } from '@chancery/core/internal';
import { columnsOf } from './columns.ts';

export const meetingColumns = columnsOf<Omit<meetings.Meeting, 'joinCode'>>({
  id: ['id', 'uuid'],
  chainId: ['chain_id', 'uuid'],
  meetingType: ['meeting_type', 'text'],
  status: ['status', 'text'],
  title: ['title', 'text'],
  description: ['description', 'text'],
  scheduledStartAt: ['scheduled_start_at', 'timestamptz'],
  localStart: ['local_start', 'text'],
  startReading: ['start_reading', 'text'],
  durationMinutes: ['duration_minutes', 'integer'],
  timeZone: ['time_zone', 'text'],
  recurrence: ['recurrence', 'jsonb'],
  occurrenceCount: ['occurrence_count', 'integer'],
  seriesEndsAt: ['series_ends_at', 'timestamptz'],
  portability: ['portability', 'text'],
  writtenUntil: ['written_until', 'timestamptz'],
  webinar: ['webinar', 'jsonb'],
  settings: ['settings', 'jsonb'],
  organizerUserId: ['organizer_user_id', 'text'],
  visibility: ['visibility', 'text'],
  passcodeHash: ['passcode_hash', 'text'],
  source: ['source', 'text'],
  madeByKeyId: ['made_by_key_id', 'uuid'],
  externalReference: ['external_reference', 'text'],
  templateId: ['template_id', 'uuid'],
  splitFromMeetingId: ['split_from_meeting_id', 'uuid'],
  conferenceProvider: ['conference_provider', 'text'],
  icalUid: ['ical_uid', 'text'],
  icalSequence: ['ical_sequence', 'integer'],
  timeSequence: ['time_sequence', 'integer'],
  tzdataVersion: ['tzdata_version', 'text'],
  cancelledAt: ['cancelled_at', 'timestamptz'],
  cancelReason: ['cancel_reason', 'text'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  version: ['version', 'integer'],
});

/** The columns that a change of a meeting may write; the rest of it never changes. */
export const changeableOfMeeting = [
  'meetingType',
  'status',
  'title',
  'description',
  'scheduledStartAt',
  'localStart',
  'startReading',
  'durationMinutes',
  'timeZone',
  'recurrence',
  'occurrenceCount',
  'seriesEndsAt',
  'portability',
  'writtenUntil',
  'webinar',
  'settings',
  'organizerUserId',
  'visibility',
  'passcodeHash',
  'externalReference',
  'icalSequence',
  'timeSequence',
  'tzdataVersion',
  'cancelledAt',
  'cancelReason',
  'updatedAt',
];

export const invitationColumns = columnsOf<meetings.MeetingInvitation>({
  id: ['id', 'uuid'],
  meetingId: ['meeting_id', 'uuid'],
  kind: ['kind', 'text'],
  userId: ['user_id', 'text'],
  email: ['email', 'text'],
  displayName: ['display_name', 'text'],
  role: ['role', 'text'],
  admissionPolicy: ['admission_policy', 'text'],
  required: ['required', 'boolean'],
  status: ['status', 'text'],
  respondedAt: ['responded_at', 'timestamptz'],
  responseComment: ['response_comment', 'text'],
  responseVia: ['response_via', 'text'],
  proposedStartAt: ['proposed_start_at', 'timestamptz'],
  tokenHash: ['token_hash', 'text'],
  tokenKeyNumber: ['token_key_number', 'integer'],
  tokenGeneration: ['token_generation', 'integer'],
  deliveryStatus: ['delivery_status', 'text'],
  lastSentAt: ['last_sent_at', 'timestamptz'],
  lastSequence: ['last_sequence', 'integer'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  version: ['version', 'integer'],
});

const folded = (invitation: meetings.MeetingInvitation) => ({
  ...invitation,
  emailFold: invitation.email === null ? null : foldEmail(invitation.email),
});

/** The value of `$2` in `insertInvitationsSql`. */
export const invitationRows = (invitations: readonly meetings.MeetingInvitation[]): string =>
  JSON.stringify(invitations.map(folded));

/** `$1` is the workspace. */
export const insertInvitationsSql = `
  insert into meeting_invitations (workspace_id, email_fold, ${invitationColumns.names})
  select $1, j."emailFold", ${invitationColumns.values('j')}
  from jsonb_to_recordset($2::jsonb) j("emailFold" text, ${invitationColumns.recordset})`;

export const occurrenceColumns = columnsOf<meetings.Occurrence>({
  id: ['id', 'uuid'],
  meetingId: ['meeting_id', 'uuid'],
  chainId: ['chain_id', 'uuid'],
  recurrenceId: ['recurrence_id', 'text'],
  recurrenceIdAt: ['recurrence_id_at', 'timestamptz'],
  startsAt: ['starts_at', 'timestamptz'],
  endsAt: ['ends_at', 'timestamptz'],
  durationMinutes: ['duration_minutes', 'integer'],
  localStart: ['local_start', 'text'],
  startReading: ['start_reading', 'text'],
  adjustment: ['adjustment', 'text'],
  title: ['title', 'text'],
  description: ['description', 'text'],
  ownStart: ['own_start', 'boolean'],
  ownDuration: ['own_duration', 'boolean'],
  status: ['status', 'text'],
  startedAt: ['started_at', 'timestamptz'],
  endedAt: ['ended_at', 'timestamptz'],
  startedByUserId: ['started_by_user_id', 'text'],
  endedByUserId: ['ended_by_user_id', 'text'],
  endReason: ['end_reason', 'text'],
  cancelledAt: ['cancelled_at', 'timestamptz'],
  cancelReason: ['cancel_reason', 'text'],
  participantCount: ['participant_count', 'integer'],
  peakParticipants: ['peak_participants', 'integer'],
  emptySince: ['empty_since', 'timestamptz'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  version: ['version', 'integer'],
});

/** The schedule of a session. Who started and ended it, and who is in it, is written by the repositories of the room. */
export const schedulingOfOccurrence = [
  'recurrenceId',
  'recurrenceIdAt',
  'startsAt',
  'endsAt',
  'durationMinutes',
  'localStart',
  'startReading',
  'adjustment',
  'title',
  'description',
  'ownStart',
  'ownDuration',
  'status',
  'cancelledAt',
  'cancelReason',
  'updatedAt',
];
