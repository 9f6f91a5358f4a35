import type { Instant, PlainDate, WallTime } from '../../kernel/time.ts';
import type { Answer } from '../invitations/invitation.ts';
import type { LinkedOccurrence } from '../invitations/ports.ts';
import type { MeetingInvitation } from '../meeting.ts';

/** A recurrence id: a wall time of the meeting's zone, its instant, or the date of that wall time. */
export type NamedSession =
  | { readonly wall: WallTime }
  | { readonly at: Instant }
  | { readonly date: PlainDate };

/** An answer for one session and all later ones, which those that are not written yet have from the start. */
export interface LaterAnswer {
  readonly invitationId: string;
  readonly fromRecurrenceId: WallTime;
  readonly status: Answer;
  /** When it counts as written, and the stamp that it bore. */
  readonly countedAt: Instant;
  readonly writtenAt: Instant;
  readonly respondedAt: Instant;
}

/** Finds what an answer by mail is about. */
export interface Correspondence {
  /** The meeting of a UID, read before any workspace is entered. */
  meetingOfUid(uid: string): Promise<{ readonly id: string; readonly workspaceId: string } | null>;
  /**
   * The invitation of whoever has that address, as it was given or as a member has it today; null if there is none, or
   * only revoked ones.
   */
  inviteeAt(meetingId: string, address: string): Promise<MeetingInvitation | null>;
  /** The registration of that address for the webinar, unless it was declined or cancelled. */
  registrantAt(
    meetingId: string,
    address: string,
  ): Promise<{ readonly id: string; readonly chainId: string } | null>;
  /**
   * Takes an answer for each of the sessions, null for the meeting, for which it is newer than every answer of this person
   * that was taken before, and returns them. `person` stands for them in this meeting.
   */
  take(
    meetingId: string,
    from: { readonly person: string; readonly invitationId: string | null },
    recurrenceIds: readonly (WallTime | null)[],
    stamp: { readonly countedAt: Instant; readonly writtenAt: Instant; readonly now: Instant },
  ): Promise<readonly (WallTime | null)[]>;
  /** The sessions with that recurrence id; of a date there may be several. */
  sessionsAt(meetingId: string, named: NamedSession): Promise<readonly LinkedOccurrence[]>;
  /** The sessions from that recurrence id on. */
  sessionsFrom(meetingId: string, recurrenceId: WallTime): Promise<readonly LinkedOccurrence[]>;
  /** Keeps the answer for sessions that are still to be written, unless a newer one is kept. */
  answerLater(meetingId: string, answer: LaterAnswer): Promise<void>;
  /** Gives sessions that were just written the answers that were kept for them. */
  inheritAnswers(meetingId: string, sessionIds: readonly string[]): Promise<void>;
  /** When the last session that was not cancelled ends, counting those that only the rule gives; null if there is no end. */
  overAt(meetingId: string): Promise<Instant | null>;
}
