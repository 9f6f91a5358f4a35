import type { DirectoryMember, MemberDirectory } from '../integrations/index.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { IntegrationMeetingRow, InvitationLetter, Meeting, MeetingInvitation } from './meeting.ts';

/** Meetings of the workspace of this unit. */
export interface MeetingRepository {
  /**
   * Writes chain, meeting, its first occurrence, the people of it and the invitations, all or nothing.
   * False, with nothing written, when the join code is taken: try again with another.
   */
  add(meeting: Meeting, invitations: readonly MeetingInvitation[]): Promise<boolean>;
  /** Every meeting but personal rooms, newest first (`createdAt`, `id` descending). */
  newestForIntegration(limit: number): Promise<readonly IntegrationMeetingRow[]>;
}

export interface MeetingInvitationRepository {
  /** What the mail of an invitation says; null where there is no such invitation. For reactions: it reads accounts too. */
  letter(id: string): Promise<InvitationLetter | null>;
  /** Notes how the mail of an invitation fared. */
  delivered(id: string, status: 'sent' | 'failed', sequence: number, at: Instant): Promise<void>;
}

export interface MeetingsPorts {
  readonly meetings: MeetingRepository;
  readonly meetingInvitations: MeetingInvitationRepository;
  readonly memberDirectory: MemberDirectory;
}

export type { DirectoryMember };
export const { query, command, reaction } = useCasesOf<MeetingsPorts>();
