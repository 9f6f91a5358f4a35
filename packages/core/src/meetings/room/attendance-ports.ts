import type { Instant } from '../../kernel/time.ts';
import type { MeetingRole } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import type { PresenceFact, PresenceInterval, PresenceSnapshot } from './attendance.ts';

/** Who was there, by name and address of then. */
interface Attendee {
  readonly personKey: string;
  readonly userId: string | null;
  readonly invitationId: string | null;
  readonly registrationId: string | null;
  readonly displayName: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
  readonly role: MeetingRole;
}

/** A person's attendance of a session. */
export interface AttendanceRecord extends Attendee {
  readonly id: string;
  readonly sessionId: string;
  readonly firstJoinedAt: Instant;
  readonly lastLeftAt: Instant | null;
  readonly durationSeconds: number;
  readonly intervals: readonly PresenceInterval[];
  readonly present: boolean;
}

/** One admission of a session and what is known of its presence. */
export interface PresenceTrace extends Attendee {
  readonly admissionId: string;
  readonly firstTokenAt: Instant;
  readonly facts: readonly PresenceFact[];
}

export interface NewFact {
  readonly id: string;
  readonly sessionId: string;
  readonly admissionId: string | null;
  readonly connection: string;
  readonly source: 'livekit' | 'jitsi';
  readonly eventKey: string;
  readonly joinedAt: Instant | null;
  readonly leftAt: Instant | null;
  readonly snapshot: (PresenceSnapshot & { readonly finished: boolean }) | null;
  readonly receivedAt: Instant;
}

export interface AttendanceRepository {
  /** The workspace and session of a media server's room, asked before any is entered. */
  sessionOfRoom(room: string): Promise<{ readonly sessionId: string; readonly workspaceId: string } | null>;
  /** Which of these are admissions of the session that have had a token. */
  knownAdmissions(sessionId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds what was not known yet; how many. */
  addFacts(facts: readonly NewFact[]): Promise<number>;
  tracesOf(sessionId: string): Promise<{
    readonly traces: readonly PresenceTrace[];
    readonly snapshots: readonly PresenceSnapshot[];
  }>;
  /** The session asked for, else the live one, else the latest that ended; null where nothing was held. */
  sessionToReport(meetingId: string, sessionId: string | null): Promise<Occurrence | null>;
  /** What was settled; empty before. */
  recordsOf(sessionId: string): Promise<readonly AttendanceRecord[]>;
  /** The records of a session as they are now, and no others. */
  settle(meetingId: string, sessionId: string, records: readonly AttendanceRecord[]): Promise<void>;
  /** Raw facts that are older than that. */
  dropFacts(receivedBefore: Instant): Promise<number>;
  /** Invitations that stand, the organizer's aside. */
  invitedCount(meetingId: string): Promise<number>;
  /** Takes the name and the address of somebody who is gone out of the past. */
  scrub(userId: string, name: string): Promise<void>;
}
