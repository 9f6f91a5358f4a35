import type { meetings } from '@chancery/core';
import { columnsOf } from './columns.ts';

export const admissionColumns = columnsOf<meetings.Admission>({
  id: ['id', 'uuid'],
  meetingId: ['meeting_id', 'uuid'],
  sessionId: ['session_id', 'uuid'],
  personKey: ['person_key', 'text'],
  identity: ['identity', 'text'],
  userId: ['user_id', 'text'],
  invitationId: ['invitation_id', 'uuid'],
  registrationId: ['registration_id', 'uuid'],
  displayName: ['display_name', 'text'],
  role: ['role', 'text'],
  status: ['status', 'text'],
  waitReason: ['wait_reason', 'text'],
  requestedAt: ['requested_at', 'timestamptz'],
  decidedAt: ['decided_at', 'timestamptz'],
  decidedByUserId: ['decided_by_user_id', 'text'],
  lastSeenAt: ['last_seen_at', 'timestamptz'],
  denialCount: ['denial_count', 'integer'],
  barred: ['barred', 'boolean'],
  firstTokenAt: ['first_token_at', 'timestamptz'],
  createdAt: ['created_at', 'timestamptz'],
  updatedAt: ['updated_at', 'timestamptz'],
  version: ['version', 'integer'],
});

/** The columns that a change may write; the rest of an admission never changes. */
export const changeableOfAdmission = [
  'identity',
  'userId',
  'invitationId',
  'registrationId',
  'displayName',
  'role',
  'status',
  'waitReason',
  'requestedAt',
  'decidedAt',
  'decidedByUserId',
  'lastSeenAt',
  'denialCount',
  'barred',
  'firstTokenAt',
  'updatedAt',
];
