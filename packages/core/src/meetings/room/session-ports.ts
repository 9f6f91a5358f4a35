import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';

/** A session with what decides about entering it. */
export interface RoomSession {
  readonly id: string;
  readonly status: Occurrence['status'];
  readonly startsAt: Instant;
  readonly startedAt: Instant | null;
  readonly roomName: string | null;
  /** What the plan allowed when the session started; null before that, or without a limit. */
  readonly planParticipants: number | null;
  readonly participantCount: number;
  /** While it is, nobody but hosts comes in without being let in (MTG-107). */
  readonly isLocked: boolean;
}

/** Sessions from start to end, and the places in them. */
export interface RoomSessionRepository {
  /** The session as it is now, with the changes of this transaction; locked until the end of the transaction if asked. */
  get(sessionId: string, lock?: 'for update'): Promise<RoomSession>;
  /**
   * Takes one place of a live session, or says why not. Never more than `most` are taken, however many ask at once; with
   * `unless: 'locked'` none at all while the room is locked.
   */
  takePlace(
    sessionId: string,
    most: number,
    unless: 'locked' | null,
  ): Promise<'taken' | 'locked' | 'full' | 'over'>;
  /**
   * Locks or unlocks the room of a live session; like its places, that is no new version of it. False if it was so already,
   * or the session is not live.
   */
  setLocked(sessionId: string, isLocked: boolean): Promise<boolean>;
  /** Takes places without a limit, for those about whom the capacity was considered already. */
  occupy(sessionId: string, places: number): Promise<void>;
  /** Frees places, and records since when nobody is there. */
  releasePlaces(sessionId: string, places: number, now: Instant): Promise<void>;
  /** Locks starting and ending sessions of a chain until the end of the transaction. */
  lockChain(chainId: string): Promise<void>;
  /** The live session of the meeting, else the next to start; for a personal room its scheduled one. */
  nextToStart(meetingId: string, now: Instant): Promise<Occurrence | null>;
  hasLive(chainId: string): Promise<boolean>;
  /** scheduled → live, together with the meeting; both versions rise. False if it is not scheduled any more. */
  begin(
    session: Occurrence,
    how: {
      /** The status of the meeting from now on. */
      readonly meetingStatus: Meeting['status'];
      readonly startedAt: Instant;
      readonly startedByUserId: string | null;
      readonly roomName: string;
      readonly planParticipants: number | null;
      readonly planMinutes: number | null;
    },
  ): Promise<boolean>;
  /** live → ended, with every open admission and presence; both versions rise. False if it is not live any more. */
  finish(
    sessionId: string,
    how: {
      readonly endedAt: Instant;
      readonly endedByUserId: string | null;
      readonly endReason: NonNullable<Occurrence['endReason']>;
      readonly meetingStatus: Meeting['status'] | null;
    },
  ): Promise<boolean>;
  /** Whether the meeting has another session that may still take place. */
  hasMoreToCome(meetingId: string, exceptSessionId: string, now: Instant): Promise<boolean>;
  /** scheduled → missed. False if it is not scheduled any more. */
  miss(sessionId: string, meetingStatus: Meeting['status'] | null, now: Instant): Promise<boolean>;
  /** The live sessions of the workspace. */
  liveSessions(): Promise<readonly { readonly sessionId: string; readonly meetingId: string }[]>;
  workspacesToClose(now: Instant): Promise<readonly string[]>;
  /** Sessions of the workspace that are to be ended or have been missed. */
  dueSessions(now: Instant): Promise<
    readonly {
      readonly sessionId: string;
      readonly meetingId: string;
      readonly due: 'empty' | 'max_duration' | 'provider' | 'missed';
    }[]
  >;
}
