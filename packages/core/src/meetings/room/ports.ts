import type { Role } from '../../kernel/access.ts';
import type { PlanTerms } from '../../kernel/entitlements.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation, MeetingRole } from '../meeting.ts';
import type { MeetingPerson } from '../meeting-person.ts';
import type { Occurrence } from '../occurrence.ts';
import type { Admission, AdmissionStatus } from './admission.ts';
import type { PresenceFact, PresenceInterval, PresenceSnapshot } from './attendance.ts';

/** Who says to be there: a signed-in person, or the digest of a link's token. */
export interface Visitor {
  readonly userId: string | null;
  readonly inviteHash: string | null;
  readonly registrationHash: string | null;
}

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

/** Everything about a code, its meeting and one visitor that the decision of section 6 looks at. */
export interface AdmissionBasis {
  readonly workspace: { readonly planCode: string; readonly planTerms: PlanTerms };
  readonly meeting: Pick<
    Meeting,
    | 'id'
    | 'chainId'
    | 'meetingType'
    | 'status'
    | 'title'
    | 'settings'
    | 'organizerUserId'
    | 'passcodeHash'
    | 'conferenceProvider'
  >;
  /** The live one, else the one asked for, else the next of the coming day; null where there is none. */
  readonly session: RoomSession | null;
  /** The start of the next one, however far. */
  readonly nextStartsAt: Instant | null;
  /** The visitor as an active member of the workspace. */
  readonly member: { readonly userId: string; readonly displayName: string; readonly role: Role } | null;
  /** Of the member, else of the link; `gone` where the link's was revoked or replaced. */
  readonly invitation:
    | (Pick<MeetingInvitation, 'id' | 'userId' | 'displayName' | 'role' | 'admissionPolicy'> & {
        readonly hasDeclined: boolean;
      })
    | 'gone'
    | null;
  readonly registration: {
    readonly id: string;
    readonly displayName: string;
    readonly status: string;
  } | null;
  /** Whether each link that was shown is known at all. */
  readonly linksKnown: boolean;
}

/** What hosts decided of a person in one session, by every door that the person has used. */
export interface AdmissionHistory {
  /** The person's own admission by this door. */
  readonly admission: Admission | null;
  readonly barred: boolean;
  readonly denialCount: number;
  /** Somebody else was removed from the session and has not been let in again. */
  readonly somebodyRemoved: boolean;
}

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

/** Somebody in the line, with what decides about them when the session starts. */
export interface WaitingParticipant {
  readonly admission: Admission;
  readonly isInvited: boolean;
  readonly policy: MeetingInvitation['admissionPolicy'];
  readonly hasDeclined: boolean;
  /** The role that the invitation gives today. */
  readonly role: MeetingRole;
  /** Somebody else was removed from the session and has not been let in again. */
  readonly somebodyRemoved: boolean;
  /** Still the member, invitee or approved registrant as whom they came. */
  readonly isKnown: boolean;
}

export interface ListedAdmission {
  readonly admission: Admission;
  readonly person: MeetingPerson;
  readonly decidedBy: MeetingPerson | null;
  readonly position: number | null;
}

/** What stands at the door of a join code. */
export interface JoinCodePreview
  extends Pick<Meeting, 'title' | 'meetingType' | 'status' | 'timeZone' | 'settings' | 'passcodeHash'> {
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly workspaceName: string;
}

export interface RoomRepository {
  /** What a stranger may know of a code: of its live session, else the next, else the last (MTG-25). Null where it leads nowhere. */
  joinCodePreview(joinCode: string, now: Instant): Promise<JoinCodePreview | null>;
  /** What a join code leads this visitor to; null where it leads nowhere. `sessionId` is what the visitor asked for. */
  basisOf(
    joinCode: string,
    sessionId: string | null,
    visitor: Visitor,
    now: Instant,
  ): Promise<AdmissionBasis | null>;
  /**
   * What is known of a person; `personKeys` the key of this door first, then those of the person's other doors. Held until
   * the end of the unit, so that two devices that ask at once are one admission.
   */
  historyOf(sessionId: string, personKeys: readonly string[]): Promise<AdmissionHistory>;
  /** Writes the admission as the version after its own, a new one as version 1, or throws `admission.invalid_state`. */
  save(admission: Admission): Promise<Admission>;
  addDevice(device: {
    readonly id: string;
    readonly tokenHash: string;
    readonly sessionId: string;
    readonly admissionId: string;
    /** Null while the person waits. */
    readonly joinedAt: Instant | null;
    readonly now: Instant;
  }): Promise<void>;
  /** Takes one place of a live session, or says why not. Never more than `most` are taken, however many ask at once. */
  takePlace(sessionId: string, most: number): Promise<'taken' | 'full' | 'over'>;
  /** Takes places that were counted already, for those who waited for the host. */
  occupy(sessionId: string, places: number): Promise<void>;
  /** The session as it is at this moment, with the unit's own changes; held until the end of the unit where asked. */
  sessionOf(sessionId: string, lock?: 'for update'): Promise<RoomSession>;
  /** Gives places back; notes since when nobody is there. */
  releasePlaces(sessionId: string, places: number, now: Instant): Promise<void>;

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
  signOfLife(tokenHash: string, now: Instant): Promise<CurrentAdmission | null>;
  /** Devices of an admission are in the room from now on: all of them, or the one with this token. */
  enterRoom(admissionId: string, now: Instant, tokenHash?: string): Promise<void>;
  /** Closes presences of an admission, all or that of one device; how many devices are still there. */
  leaveRoom(
    admissionId: string,
    at: Instant,
    reason: 'left' | 'removed',
    tokenHash?: string,
  ): Promise<number>;

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
  /** Those who wait for the host, in order of arrival. */
  waitingForHost(sessionId: string): Promise<readonly WaitingParticipant[]>;
  /** Somebody with what decides about them, locked until the end of the unit. */
  waitingParticipant(admissionId: string): Promise<WaitingParticipant | null>;
  /** Waiting first, in order of arrival; then the others by the same order. After the cursor key. */
  list(
    sessionId: string,
    statuses: readonly AdmissionStatus[] | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly (ListedAdmission & { readonly key: CursorKey })[]>;
  /** One admission of a session, locked until the end of the unit, or `admission.not_found`. */
  getAdmission(sessionId: string, admissionId: string): Promise<Admission>;
  /** Open admissions of the same person by other doors, locked. */
  siblingsOf(admission: Admission): Promise<readonly Admission[]>;
  /** Open admissions by an invitation or a registration, locked, their sessions before them. */
  openOfLink(link: {
    readonly kind: 'invitation' | 'registration';
    readonly id: string;
  }): Promise<readonly Admission[]>;
  /** Those in the line, oldest first, locked. */
  waiting(sessionId: string): Promise<readonly Admission[]>;
  countWaiting(sessionId: string): Promise<number>;
  trustInvitation(invitationId: string, now: Instant): Promise<boolean>;
  /** Workspaces where somebody has been silent since before that moment, and how it looks in one of them. */
  silentWorkspaces(before: Instant): Promise<readonly string[]>;
  /** Expires waiters silent since `waitersBefore`, closes embedded presences silent since `presencesBefore`. */
  sweep(silence: {
    readonly waitersBefore: Instant;
    readonly presencesBefore: Instant;
    readonly now: Instant;
  }): Promise<void>;
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

  /** Where the meeting of a passcode stands; null for no such code. */
  passcodeOf(
    joinCode: string,
  ): Promise<{ readonly chainId: string; readonly passcodeHash: string | null } | null>;
  /** Counts a try before it is examined; what is left after it, or when one may try again. */
  beginAttempt(attempt: {
    readonly id: string;
    readonly chainId: string;
    readonly network: string;
    readonly now: Instant;
    readonly mostOfNetwork: number;
    readonly mostOfCode: number;
  }): Promise<{ readonly allowed: boolean; readonly remaining: number; readonly retryAfterSeconds: number }>;
  settleAttempt(id: string, outcome: 'right' | 'wrong'): Promise<void>;
  workspacesWithMeetings(now: Instant): Promise<readonly string[]>;
  /** Blanks guests of meetings whose last session ended before that moment. */
  eraseGuests(lastSessionBefore: Instant): Promise<void>;
  /** Tries and ended admissions from before that moment; how many. */
  prune(before: Instant): Promise<number>;
}

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
