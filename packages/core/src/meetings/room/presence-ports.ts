import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { Admission } from './admission.ts';
import type { RoomSession } from './session-ports.ts';

/** An admission with what shows or decides about it. */
export interface CurrentAdmission {
  readonly admission: Admission;
  readonly session: RoomSession;
  readonly meeting: Pick<
    Meeting,
    'id' | 'title' | 'status' | 'settings' | 'passcodeHash' | 'conferenceProvider' | 'meetingType'
  >;
  readonly hostPresent: boolean;
  /** Of the device, before this sign of life. */
  readonly device: {
    readonly id: string;
    readonly leftAt: Instant | null;
    /** In the room, not in the line. */
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
  /** The workspace of a device's token, asked before any is entered. */
  workspaceOfToken(tokenHash: string): Promise<string | null>;
  /** Holds the session of a device until the end of the unit: ends and leavings follow each other. */
  holdSession(tokenHash: string): Promise<void>;
  /**
   * The holder of a token whose standing rests on what is no longer so: left the line by silence, or waits for a host
   * though the session is live or open before the host by now. Null for everybody else. No sign of life.
   */
  toDecideAgain(
    tokenHash: string,
    now: Instant,
  ): Promise<Pick<Admission, 'id' | 'sessionId' | 'meetingId' | 'personKey' | 'userId'> | null>;
  /** The admission of a device; the call is a sign of its life. Null where there is none. */
  recordSignOfLife(tokenHash: string, now: Instant): Promise<CurrentAdmission | null>;
  /** Devices of an admission are in the room from now on: all of them, or the one with this token. */
  enter(admissionId: string, now: Instant, tokenHash?: string): Promise<void>;
  /** Closes presences of an admission, all or that of one device; how many devices are still there. */
  leave(admissionId: string, at: Instant, reason: 'left' | 'removed', tokenHash?: string): Promise<number>;
  /** Workspaces where somebody has been silent since before that moment, and how it looks in one of them. */
  silentWorkspaces(before: Instant): Promise<readonly string[]>;
  /** Expires waiters silent since `waitersBefore`, closes embedded presences silent since `presencesBefore`. */
  sweep(silence: {
    readonly waitersBefore: Instant;
    readonly presencesBefore: Instant;
    readonly now: Instant;
  }): Promise<void>;
}
