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
  /** A member's address of today, a guest's as it was given; null where there is none any more. */
  readonly address: string | null;
  readonly required: boolean;
  /** Of a registration: `accepted` once it is approved, `pending` before, `revoked` where it was declined or cancelled. */
  readonly status: MeetingInvitation['status'];
  readonly tokenHash: string;
  readonly tokenKeyNumber: number;
  readonly tokenGeneration: number;
}

/** An answer as others see it. */
export interface CalendarAttendeeState {
  readonly displayName: string;
  readonly address: string;
  readonly required: boolean;
  readonly status: MeetingInvitation['status'];
}

/** Everything that a calendar file is written from. */
export interface CalendarState {
  readonly meeting: Meeting;
  readonly organizerName: string;
  readonly person: CalendarPerson;
  /** At most 200 others, where the guest list is open to this person; never the organizer. */
  readonly others: readonly CalendarAttendeeState[];
  /** Of a series those occurrences that differ from the rule, and the one asked for; else its sessions. */
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
  /** The person's answer for this one, where there is one. */
  readonly answer: MeetingInvitation['status'] | null;
};

/** A meeting as the feed of a member shows it. */
export interface FeedMeeting extends Pick<CalendarState, 'meeting' | 'organizerName' | 'occurrences'> {
  /** The member's own invitation, whose link the feed carries; null for one that they may only see. */
  readonly person: Pick<CalendarPerson, 'id' | 'tokenHash' | 'tokenKeyNumber' | 'tokenGeneration'> | null;
}

export interface FeedWish {
  readonly userId: string;
  /** Meetings that every member may see, too. */
  readonly workspace: boolean;
  /** Sessions that end later. */
  readonly since: Instant;
}

/** What calendar files are written from, in the workspace of this unit. */
export interface CalendarStates {
  /**
   * The state for one person, with that occurrence among the others; null where there is no such person. A registration
   * holds for every meeting of its chain: `meetingId` says which is meant, its own where it is left out.
   */
  ofPerson(
    holder: CalendarHolder,
    asked?: { readonly occurrenceId?: string | null; readonly meetingId?: string | null },
  ): Promise<CalendarState | null>;
  /** Whose link a token was or is; asked before any workspace is entered. */
  holderOf(tokenHash: string): Promise<(CalendarHolder & { readonly workspaceId: string }) | null>;
  /** The meetings of a feed, by id: neither cancelled ones nor those that the member has declined. */
  ofFeed(wish: FeedWish): Promise<readonly FeedMeeting[]>;
}
