import type { DirectoryMember, MemberDirectory } from '../integrations/index.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { IntegrationMeetingRow, Meeting, MeetingInvitation } from './meeting.ts';

/** Meetings of the workspace of this unit. */
export interface MeetingRepository {
  /** Writes chain, meeting, its first occurrence and the people of it; false when the join code is taken. */
  add(meeting: Meeting): Promise<boolean>;
  /** The meeting, or null where there is none in this workspace. */
  find(id: string): Promise<Meeting | null>;
  /** Every meeting but personal rooms, newest first (`createdAt`, `id` descending). */
  newestForIntegration(limit: number): Promise<readonly IntegrationMeetingRow[]>;
}

export interface MeetingInvitationRepository {
  add(invitations: readonly MeetingInvitation[]): Promise<void>;
  find(id: string): Promise<MeetingInvitation | null>;
  /** Notes how the mail of an invitation fared. */
  delivered(id: string, status: 'sent' | 'failed', sequence: number, at: Instant): Promise<void>;
}

/** The workspace's zone and language for what its people left open. */
export interface MeetingsPorts {
  readonly meetings: MeetingRepository;
  readonly meetingInvitations: MeetingInvitationRepository;
  readonly memberDirectory: MemberDirectory;
}

export type { DirectoryMember };
export const { query, command, reaction } = useCasesOf<MeetingsPorts>();
