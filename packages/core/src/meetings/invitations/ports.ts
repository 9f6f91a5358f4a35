import type { FoundLink } from '../../kernel/links.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { WrittenRows } from '../../kernel/written-rows.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { OccurrenceStatus } from '../occurrence.ts';
import type { MeetingInvitationStatus, OccurrenceResponse } from './invitation.ts';

/** An invitation with what only the use cases about it need. */
export interface KeptInvitation {
  readonly invitation: MeetingInvitation;
  readonly avatarUrl: string | null;
  readonly resentAt: Instant | null;
}

/** The invitation of a mailed link, and what its invitee may know of the meeting. */
export interface LinkedInvitation {
  readonly invitation: MeetingInvitation;
  /** Whether the link was replaced by a later one. */
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
  /** When its last session ends, counting those that only the rule gives; null if there is no end. */
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
  /** The invitation of a link, current or replaced; read before any workspace is entered. */
  ofToken(tokenHash: string): Promise<FoundLink | null>;
  /** The same person's invitation to a later part of the chain that is not over by then; null if there is none. */
  laterInChain(id: string, now: Instant): Promise<{ readonly id: string; readonly tokenHash: string } | null>;
  /** What the link opens, or null; its meeting is locked until the end of the transaction if asked. */
  linked(id: string, tokenHash: string, lock?: 'for update'): Promise<LinkedInvitation | null>;
  /** One session of the meeting, or null. */
  session(meetingId: string, sessionId: string): Promise<LinkedOccurrence | null>;
  /** At most ten that have not ended, by start. */
  sessionsAhead(meetingId: string, now: Instant): Promise<readonly LinkedOccurrence[]>;
  /** The invitation of this meeting, or `meeting_invitation.not_found`. */
  get(meetingId: string, invitationId: string): Promise<KeptInvitation>;
  /** False, with nothing written, if the person or the address is invited already (MTG-40). */
  add(invitation: MeetingInvitation): Promise<boolean>;
  /** Stores the invitation as the version after its own, or throws `version_conflict`. */
  save(invitation: MeetingInvitation): Promise<MeetingInvitation>;
  /** The same with another link: the digest of the old link is kept, so that it can be told from one that never existed. */
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
  /** The answers for single sessions to these invitations, which may belong to several meetings. */
  responses(invitationIds: readonly string[]): Promise<readonly OccurrenceResponse[]>;
  /** The answers of one person to single sessions of these meetings, whichever of them are series. */
  ownResponses(userId: string, meetingIds: readonly string[]): Promise<readonly OccurrenceResponse[]>;
  /** Writes answers for single sessions, and replaces earlier ones. */
  respondFor(responses: readonly OccurrenceResponse[], meetingId: string): Promise<void>;
  /**
   * Records that there are answers to report to the organizer; true if none were waiting before. Locks the meeting.
   */
  noteResponses(meetingId: string, at: Instant): Promise<boolean>;
  /** Whether mail to this address has come back before, in this workspace. */
  hasBounced(email: string): Promise<boolean>;
  /** Whom the caller might invite (meetings 9.2), members first, each address once. */
  options(query: {
    readonly userId: string;
    readonly search: string | null;
    readonly limit: number;
    /** If given, only people of this meeting. */
    readonly meetingId: string | null;
    readonly since: Instant;
  }): Promise<WrittenRows<InviteOption>>;
  /** Whether the caller organizes that meeting or is invited to it. */
  isIn(meetingId: string, userId: string): Promise<boolean>;
  /** Raises SEQUENCE by one for a message to one person, and returns it. */
  raiseSequence(meetingId: string): Promise<number>;
  /**
   * Locks every meeting of the person, and the sessions that they are in or wait for, always in the same order, so that
   * what is done to them next cannot deadlock.
   */
  holdAllOf(userId: string): Promise<void>;
  /** Meetings with a session to come that the person organizes; locked. */
  organizedAhead(userId: string, now: Instant): Promise<readonly Meeting[]>;
  /** Live sessions whose only present or possible host the person is. */
  liveAsOnlyHost(userId: string): Promise<readonly string[]>;
  /** All invitations of a person that are not revoked; locked. */
  ofMember(userId: string): Promise<readonly MeetingInvitation[]>;
  /** Deletes the name and the address of a former member from their invitations. Returns how many there were. */
  scrub(userId: string, name: string, at: Instant): Promise<number>;
  /** The longest-standing active owner except this person, or null. */
  oldestOwner(exceptUserId: string): Promise<string | null>;
  /** Makes the person the organizer, with an invitation as host. Returns the new version of the meeting. */
  handOver(meetingId: string, toUserId: string, invitation: MeetingInvitation, at: Instant): Promise<number>;
}
