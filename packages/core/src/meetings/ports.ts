import type { DirectoryMember, MemberDirectory } from '../integrations/index.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { IntegrationMeetingRow, InvitationLetter, Meeting, MeetingInvitation } from './meeting.ts';

/** Meetings of the workspace of this unit. */
export interface MeetingDoor {
  readonly title: string;
  readonly meetingType: Meeting['meetingType'];
  readonly status: Meeting['status'];
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly timeZone: string;
  readonly settings: Meeting['settings'];
  readonly workspaceName: string;
}

export interface MeetingRepository {
  /** The workspace that a join code leads into, asked before any is entered; null for no such code. */
  workspaceOfCode(joinCode: string): Promise<string | null>;
  /** What stands at the door of a join code, within the workspace of this unit. */
  doorOf(joinCode: string): Promise<MeetingDoor | null>;
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
