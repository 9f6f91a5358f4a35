import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';

/** The session that a code leads to, with what decides about entering it. */
export interface RoomSession {
  readonly id: string;
  readonly status: Occurrence['status'];
  readonly startsAt: Instant;
  readonly startedAt: Instant | null;
  readonly roomName: string | null;
  /** What the plan allowed when it started; null before, or without a limit. */
  readonly planParticipants: number | null;
  readonly participantCount: number;
}

/** Sessions from start to end, and the places in them. */
export interface RoomSessionRepository {
  /** The session as it is at this moment, with the unit's own changes; held until the end of the unit where asked. */
  get(sessionId: string, lock?: 'for update'): Promise<RoomSession>;
  /** Takes one place of a live session, or says why not. Never more than `most` are taken, however many ask at once. */
  takePlace(sessionId: string, most: number): Promise<'taken' | 'full' | 'over'>;
  /** Takes places that were counted already, for those who waited for the host. */
  occupy(sessionId: string, places: number): Promise<void>;
  /** Gives places back; notes since when nobody is there. */
  releasePlaces(sessionId: string, places: number, now: Instant): Promise<void>;
  /** Holds starts and ends of the sessions of a chain until the end of the unit. */
  lockChain(chainId: string): Promise<void>;
  /** The live session of the meeting, else the next to start: of a personal room the standing one. */
  nextToStart(meetingId: string, now: Instant): Promise<Occurrence | null>;
  hasLive(chainId: string): Promise<boolean>;
  /** scheduled → live, in one step with the meeting; both versions rise. False where it is scheduled no more. */
  begin(
    session: Occurrence,
    how: {
      /** Of the meeting, from now on. */
      readonly meetingStatus: Meeting['status'];
      readonly startedAt: Instant;
      readonly startedByUserId: string | null;
      readonly roomName: string;
      readonly planParticipants: number | null;
      readonly planMinutes: number | null;
    },
  ): Promise<boolean>;
  /** live → ended, with every open admission and presence; both versions rise. False where it is live no more. */
  finish(
    sessionId: string,
    how: {
      readonly endedAt: Instant;
      readonly endedByUserId: string | null;
      readonly endReason: NonNullable<Occurrence['endReason']>;
      readonly meetingStatus: Meeting['status'] | null;
    },
  ): Promise<boolean>;
  /** Whether the meeting has a session that may still take place, this one aside. */
  hasMoreToCome(meetingId: string, exceptSessionId: string, now: Instant): Promise<boolean>;
  /** scheduled → missed. False where it is scheduled no more. */
  miss(sessionId: string, meetingStatus: Meeting['status'] | null, now: Instant): Promise<boolean>;
  /** What is live in the workspace. */
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
