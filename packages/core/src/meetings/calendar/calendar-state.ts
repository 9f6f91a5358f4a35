import type { LinkGoneReason } from '../../kernel/links.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';

/** Who holds a link to a meeting's calendar file. */
export interface CalendarHolder {
  readonly kind: 'invitation' | 'registration';
  readonly id: string;
}

/** The person for whom a file is written. */
export interface CalendarPerson extends CalendarHolder {
  readonly displayName: string;
  /** A member's current address, a guest's as it was given; null while it is not verified or if it no longer exists. */
  readonly address: string | null;
  readonly required: boolean;
  /** A registration is `pending` until it is approved, then `accepted`; `revoked` if it was declined or cancelled. */
  readonly status: MeetingInvitation['status'];
  readonly tokenHash: string;
  readonly tokenKeyNumber: number;
  readonly tokenGeneration: number;
}

/** An invitee as the others see them. */
export interface CalendarInvitee {
  readonly displayName: string;
  /** Null where the person may see the name alone (MTG-49). */
  readonly address: string | null;
  readonly required: boolean;
  readonly status: MeetingInvitation['status'];
}

/** Everything that a calendar file is written from. */
export interface CalendarState {
  readonly meeting: Meeting;
  readonly organizerName: string;
  readonly person: CalendarPerson;
  /** At most 200 other invitees if the person may see the guest list, without the organizer. */
  readonly others: readonly CalendarInvitee[];
  /** For a series the occurrences that differ from the rule, and the one asked for; otherwise all sessions. */
  readonly occurrences: readonly CalendarOccurrence[];
}

export type CalendarOccurrence = Pick<
  Occurrence,
  | 'id'
  | 'recurrenceId'
  | 'startsAt'
  | 'endsAt'
  | 'title'
  | 'description'
  | 'ownStart'
  | 'ownDuration'
  | 'status'
> & {
  /** The person's answer for this occurrence alone, if there is one. */
  readonly answer: MeetingInvitation['status'] | null;
};

/** A meeting in the feed of a member. */
export interface FeedMeeting extends Pick<CalendarState, 'meeting' | 'organizerName' | 'occurrences'> {
  /** The member's own invitation, whose link the feed contains; null if they may only see the meeting. */
  readonly person: Pick<CalendarPerson, 'id' | 'tokenHash' | 'tokenKeyNumber' | 'tokenGeneration'> | null;
}

export interface FeedQuery {
  readonly userId: string;
  /** Whether to include meetings that every member may see. */
  readonly workspace: boolean;
  /** Only sessions that end later. */
  readonly since: Instant;
}

/** What calendar files are written from, in the workspace of this transaction. */
export interface CalendarStates {
  /**
   * The state for one person, which includes that occurrence; null if the person does not exist. A registration holds for
   * every meeting of its chain: `meetingId` says which is meant, by default its own.
   */
  ofPerson(
    holder: CalendarHolder,
    asked?: { readonly occurrenceId?: string | null; readonly meetingId?: string | null },
  ): Promise<CalendarState | null>;
  /**
   * The same for whoever holds this token, of one meeting; the reason if the token was replaced or the person's link is
   * spent, by no more work than it takes to find that there is no such person.
   */
  ofLink(
    holder: CalendarHolder,
    asked: { readonly meetingId: string; readonly tokenHash: string },
  ): Promise<CalendarState | LinkGoneReason | null>;
  /** Whose link has or had this token; called before any workspace is entered. */
  holderOf(tokenHash: string): Promise<(CalendarHolder & { readonly workspaceId: string }) | null>;
  /** The meetings of a feed, by id, without those that were cancelled or that the member has declined. */
  ofFeed(query: FeedQuery): Promise<readonly FeedMeeting[]>;
}
