import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Admission } from './admission.ts';
import type { RoomSession } from './session-ports.ts';

/** An admission with everything that a poll shows, or that decides about it. */
export interface CurrentAdmission {
  readonly admission: Admission;
  readonly session: RoomSession;
  readonly meeting: Pick<
    Meeting,
    'id' | 'title' | 'status' | 'settings' | 'passcodeHash' | 'conferenceProvider' | 'meetingType'
  >;
  readonly hostPresent: boolean;
  /** The device, as it was before this sign of life. */
  readonly device: {
    readonly id: string;
    readonly leftAt: Instant | null;
    /** Whether it is in the room, and not in the line. */
    readonly isThere: boolean;
  };
  readonly silentSince: Instant;
}

/** The devices that people poll with, and their presence in the room. */
export interface PresenceRepository {
  addDevice(device: {
    readonly id: string;
    readonly tokenHash: string;
    readonly sessionId: string;
    readonly admissionId: string;
    /** Null while the person waits. */
    readonly joinedAt: Instant | null;
    readonly now: Instant;
  }): Promise<void>;
  /** The workspace of a device's token, read before any workspace is entered. */
  workspaceOfToken(tokenHash: string): Promise<string | null>;
  /** Locks the session of a device until the end of the transaction, so that ending and leaving happen one after another. */
  holdSession(tokenHash: string): Promise<void>;
  /**
   * The holder of a token about whom a new decision is due: they left the line by silence, or wait for a host although the
   * session is live, or open before the host, by now. Null for everybody else. The call is no sign of life.
   */
  toDecideAgain(
    tokenHash: string,
    now: Instant,
  ): Promise<Pick<Admission, 'id' | 'sessionId' | 'meetingId' | 'personKey' | 'userId'> | null>;
  /** The admission of a device; the call is recorded as a sign of life. Null if there is none. */
  recordSignOfLife(tokenHash: string, now: Instant): Promise<CurrentAdmission | null>;
  /** Puts devices of an admission into the room: all of them, or the one with this token. */
  enter(admissionId: string, now: Instant, tokenHash?: string): Promise<void>;
  /** Ends presences of an admission, all or that of one device. Returns how many other devices are still there. */
  leave(admissionId: string, at: Instant, reason: 'left' | 'removed', tokenHash?: string): Promise<number>;
  /** Workspaces in which somebody has been silent since before that moment. */
  silentWorkspaces(before: Instant): Promise<readonly string[]>;
  /** Expires waiters silent since `waitersBefore`, closes embedded presences silent since `presencesBefore`. */
  sweep(silence: {
    readonly waitersBefore: Instant;
    readonly presencesBefore: Instant;
    readonly now: Instant;
  }): Promise<void>;
}
