import type { Instant, WallTime } from '../../kernel/time.ts';
import type { LinkedOccurrence } from '../invitations/ports.ts';
import type { MeetingInvitation } from '../meeting.ts';

/** Finds what an answer by mail is about. */
export interface Correspondence {
  /** The meeting of a UID, read before any workspace is entered. */
  meetingOfUid(uid: string): Promise<{ readonly id: string; readonly workspaceId: string } | null>;
  /**
   * The invitation of whoever has that address, as it was given or as a member has it today; null if there is none, or
   * only revoked ones.
   */
  inviteeAt(meetingId: string, address: string): Promise<MeetingInvitation | null>;
  /** True if the answer is newer than every one recorded from this person before; it is the newest from now on. */
  take(invitationId: string, dtstamp: Instant): Promise<boolean>;
  /** The session of a recurrence id, given as a wall time of the meeting's zone or as an instant. */
  sessionAt(
    meetingId: string,
    recurrenceId: { readonly wall: WallTime } | { readonly at: Instant },
  ): Promise<LinkedOccurrence | null>;
}
