import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { OccurrenceStatus } from '../occurrence.ts';
import type { MeetingInvitationStatus, OccurrenceResponse } from './invitation.ts';

/** An invitation with what only its own use cases ask for. */
export interface KeptInvitation {
  readonly invitation: MeetingInvitation;
  readonly avatarUrl: string | null;
  readonly resentAt: Instant | null;
}

/** The meeting of a mailed link, as far as its invitee may know it. */
export interface LinkedInvitation {
  readonly invitation: MeetingInvitation;
  /** The link was replaced by a later one. */
  readonly replaced: boolean;
  readonly meeting: Pick<
    Meeting,
    | 'id'
    | 'status'
    | 'title'
    | 'description'
    | 'timeZone'
    | 'durationMinutes'
    | 'joinCode'
    | 'recurrence'
    | 'localStart'
    | 'settings'
    | 'organizerUserId'
    | 'icalSequence'
  >;
  readonly organizerName: string;
  /** The next session, else the last one. */
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  /** When its last session ends, by the rule too; null while there is no end. */
  readonly overAt: Instant | null;
}

export interface LinkedOccurrence {
  readonly sessionId: string;
  readonly recurrenceId: string | null;
  readonly startsAt: Instant;
  readonly endsAt: Instant;
  readonly status: OccurrenceStatus;
}

/** Somebody to invite. */
export interface InviteOption {
  readonly kind: 'member' | 'guest';
  readonly userId: string | null;
  readonly email: string;
  readonly displayName: string;
  readonly avatarUrl: string | null;
  readonly role: 'owner' | 'admin' | 'member' | 'guest' | null;
}

/** Invitations to the meetings of the workspace of the transaction. */
export interface InviteeRepository {
  /** Whose link it is, of this time or an earlier one; asked before any workspace is entered. */
  ofToken(tokenHash: string): Promise<{ readonly id: string; readonly workspaceId: string } | null>;
  /** What the link opens, or null; with its meeting locked until the end of the transaction if asked. */
  linked(id: string, tokenHash: string, lock?: 'for update'): Promise<LinkedInvitation | null>;
  /** One session of the meeting, or null. */
  session(meetingId: string, sessionId: string): Promise<LinkedOccurrence | null>;
  /** At most ten that have not ended, by start. */
  sessionsAhead(meetingId: string, now: Instant): Promise<readonly LinkedOccurrence[]>;
  /** The invitation of this meeting, or `meeting_invitation.not_found`. */
  get(meetingId: string, invitationId: string): Promise<KeptInvitation>;
  /** False, with nothing written, where the person or the address is invited already (MTG-40). */
  add(invitation: MeetingInvitation): Promise<boolean>;
  /** Stores the invitation as the version after its own, or throws `version_conflict`. */
  save(invitation: MeetingInvitation): Promise<MeetingInvitation>;
  /** The same with another link: the digest of the old one is kept, so that it can be told from one that never was. */
  relink(invitation: MeetingInvitation, replacedTokenHash: string, at: Instant): Promise<MeetingInvitation>;
  /** Roles in their order, then name, then id; after the cursor key [rank, name, id]; `limit + 1` rows. */
  list(
    meetingId: string,
    status: readonly MeetingInvitationStatus[],
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly (MeetingInvitation & { readonly avatarUrl: string | null })[]>;
  /** Invited people who are not revoked; the organizer is not counted. */
  count(meetingId: string): Promise<number>;
  /** What was answered for single sessions of the meetings that these are to; of any number of meetings at once. */
  responses(invitationIds: readonly string[]): Promise<readonly OccurrenceResponse[]>;
  /** Writes the answer for one session in place of an earlier one. */
  respondFor(response: OccurrenceResponse, meetingId: string): Promise<void>;
  /**
   * Notes that the organizer is to hear of answers; true where nothing was waiting to be told. Holds the meeting's row.
   */
  noteResponses(meetingId: string, at: Instant): Promise<boolean>;
  /** Mails to this address have come back before, in this workspace. */
  hasBounced(email: string): Promise<boolean>;
  /** Whom the caller might invite (meetings 9.2), members first, each address once. */
  options(query: {
    readonly userId: string;
    readonly search: string | null;
    readonly limit: number;
    /** Only people of this meeting. */
    readonly meetingId: string | null;
    readonly since: Instant;
  }): Promise<readonly InviteOption[]>;
  /** Whether the caller organizes that meeting or is invited to it. */
  isIn(meetingId: string, userId: string): Promise<boolean>;
  /** Raises SEQUENCE by one for a message to one person; gives the new one. */
  raiseSequence(meetingId: string): Promise<number>;
  /**
   * Holds every meeting of the person, and the sessions that they are in or at the door of, each in one order: what is
   * done to them next finds nobody who waits for it.
   */
  holdAllOf(userId: string): Promise<void>;
  /** Meetings with a session to come that the person organizes; locked. */
  organizedAhead(userId: string, now: Instant): Promise<readonly Meeting[]>;
  /** Live sessions whose only present or possible host the person is. */
  liveAsOnlyHost(userId: string): Promise<readonly string[]>;
  /** Everybody's own invitations of a person, those not revoked; locked. */
  ofMember(userId: string): Promise<readonly MeetingInvitation[]>;
  /** Takes name and address of a former member from their invitations; how many there were. */
  scrub(userId: string, name: string, at: Instant): Promise<number>;
  /** The longest-standing active owner but this person, or null. */
  oldestOwner(exceptUserId: string): Promise<string | null>;
  /** Makes the person the organizer, with the host's invitation. */
  handOver(meetingId: string, toUserId: string, invitation: MeetingInvitation, at: Instant): Promise<number>;
}
