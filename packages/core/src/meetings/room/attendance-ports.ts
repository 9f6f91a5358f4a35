import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { MeetingRole } from '../meeting.ts';
import type { Occurrence } from '../occurrence.ts';
import type { PresenceFact, PresenceInterval, PresenceSnapshot } from './attendance.ts';

/** Who attended, with the name and address that they had then. */
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
  /** The workspace and session of a media server's room, read before any workspace is entered. */
  sessionOfRoom(room: string): Promise<{ readonly sessionId: string; readonly workspaceId: string } | null>;
  /** Which of these are admissions of the session that have had a token. */
  knownAdmissions(sessionId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Adds the facts that were not known yet. Returns how many. */
  addFacts(facts: readonly NewFact[]): Promise<number>;
  tracesOf(sessionId: string): Promise<{
    readonly traces: readonly PresenceTrace[];
    readonly snapshots: readonly PresenceSnapshot[];
  }>;
  /** The requested session, else the live one, else the latest that ended; null if none was held. */
  sessionToReport(meetingId: string, sessionId: string | null): Promise<Occurrence | null>;
  /** The settled records by (firstJoinedAt, id), all or one page of them; empty until they are settled. */
  recordsOf(
    sessionId: string,
    page?: { readonly after: CursorKey | null; readonly limit: number },
  ): Promise<readonly AttendanceRecord[]>;
  /** Replaces the records of a session by these. */
  settle(meetingId: string, sessionId: string, records: readonly AttendanceRecord[]): Promise<void>;
  /** Deletes raw facts that are older than that. Returns how many. */
  dropFacts(receivedBefore: Instant): Promise<number>;
  /** The number of invitations that are not revoked, without the organizer's. */
  invitedCount(meetingId: string): Promise<number>;
  /** Replaces the name, and deletes the address, of a former member in past attendance. */
  scrub(userId: string, name: string): Promise<void>;
}
