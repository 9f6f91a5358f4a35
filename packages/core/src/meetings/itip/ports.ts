import type { Instant, WallTime } from '../../kernel/time.ts';
import type { LinkedOccurrence } from '../invitations/ports.ts';
import type { MeetingInvitation } from '../meeting.ts';

/** Where answers by mail belong. */
export interface Correspondence {
  /** The meeting of a UID, asked before any workspace is entered. */
  meetingOfUid(uid: string): Promise<{ readonly id: string; readonly workspaceId: string } | null>;
  /** The invitation of whoever has that address, given or a member's of today; null where there is none but revoked ones. */
  inviteeAt(meetingId: string, address: string): Promise<MeetingInvitation | null>;
  /** True for what is newer than all that was taken from this person before, and from now on the newest. */
  take(invitationId: string, dtstamp: Instant): Promise<boolean>;
  /** The session of a recurrence id, told as a wall time of the meeting's zone or as an instant. */
  sessionAt(
    meetingId: string,
    recurrenceId: { readonly wall: WallTime } | { readonly at: Instant },
  ): Promise<LinkedOccurrence | null>;
}
