import type { DerivedLinks, DeviceParser } from '../identity/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { PlanCatalog, WorkspacePlans } from '../kernel/entitlements.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { PasswordHasher, Throttle } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { WebhookData } from '../kernel/webhook-events.ts';
import type { WrittenRows } from '../kernel/written-rows.ts';
import type { WebhookSigner } from '../webhooks/index.ts';
import type { DirectoryMember, MemberDirectory } from '../workspace/index.ts';
import type { AgendaRepository } from './agenda/ports.ts';
import type { AvailabilityRepository } from './availability/ports.ts';
import type { CalendarStates } from './calendar/calendar-state.ts';
import type { CalendarFeedRepository } from './feeds/ports.ts';
import type { MeetingMailRepository, ReminderRepository } from './invitations/mail-ports.ts';
import type { InviteeRepository } from './invitations/ports.ts';
import type { Correspondence } from './itip/ports.ts';
import type { IntegrationMeetingRow, Meeting, MeetingInvitation } from './meeting.ts';
import type { MeetingPerson } from './meeting-person.ts';
import type { Occurrence, OccurrenceStatus } from './occurrence.ts';
import type { AdmissionRepository } from './room/admission-ports.ts';
import type { AttendanceRepository } from './room/attendance-ports.ts';
import type { ConferenceProviders } from './room/conference-provider.ts';
import type { GuestDataRepository } from './room/guest-data-ports.ts';
import type { JoinCodeRepository, PasscodeAttemptRepository } from './room/join-code-ports.ts';
import type { PresenceRepository } from './room/presence-ports.ts';
import type { RoomSessionRepository } from './room/session-ports.ts';
import type { MeetingTemplateRepository } from './templates/ports.ts';
import type { SeriesUpkeep } from './upkeep/ports.ts';
import type { RegistrationRepository } from './webinars/ports.ts';

/** A meeting with its organizer, and the caller's own invitation unless it was revoked. */
export interface MeetingForPerson {
  readonly meeting: Meeting;
  readonly organizer: MeetingPerson;
  readonly invitation: MeetingInvitation | null;
}

/** Everything about a meeting that changes without a new version of it; it is read anew for each answer. */
export interface MeetingMoment {
  readonly meetingId: string;
  /** The live session, then those that have not ended. */
  readonly upcoming: readonly Occurrence[];
  /** Who started the live session; nobody, if it began by itself or none is live. */
  readonly starters: readonly MeetingPerson[];
  readonly counts: {
    readonly invitations: number;
    readonly pending: number;
    readonly accepted: number;
    readonly tentative: number;
    readonly declined: number;
    readonly registrations: number;
    readonly waiting: number;
    readonly present: number;
  };
}

export interface ListedMeeting extends MeetingForPerson {
  /** The time in the cursor: the start of the next occurrence, or the end of the last. */
  readonly sortedAt: Instant;
}

export interface MeetingFilter {
  readonly scope: 'upcoming' | 'previous';
  readonly userId: string;
  /** Every meeting of the workspace, for owners and admins. */
  readonly everyones: boolean;
  /** Workspace-visible meetings too: not for workspace guests. */
  readonly visible: boolean;
  readonly from: Instant | null;
  readonly to: Instant | null;
  /** Each of them has to be found in the title. */
  readonly words: readonly string[];
  readonly now: Instant;
}

/** One entry of a meeting's history, as the ledger has it. */
export interface ActivityLine {
  readonly id: string;
  readonly type: string;
  readonly at: Instant;
  readonly seq: string;
  readonly actor: MeetingPerson | null;
  readonly sessionId: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Meetings of the workspace of the transaction. */
export interface MeetingRepository {
  /** The workspace of a join code, read before any workspace is entered; null if there is no such code. */
  workspaceOfCode(joinCode: string): Promise<string | null>;
  /**
   * Writes the chain, the meeting, its occurrences and its invitations, all or nothing, and who is busy because of them.
   * False, with nothing written, when the join code is taken: try again with another.
   */
  add(
    meeting: Meeting,
    occurrences: readonly Occurrence[],
    invitations: readonly MeetingInvitation[],
  ): Promise<boolean>;
  /** The same for the tail of a split, whose chain exists already. */
  addToChain(
    meeting: Meeting,
    occurrences: readonly Occurrence[],
    invitations: readonly MeetingInvitation[],
  ): Promise<void>;
  /** The meeting as one person sees it, or null. With a lock, changes of it wait for the end of the transaction. */
  see(id: string, userId: string, lock?: 'for update'): Promise<MeetingForPerson | null>;
  /** The meeting, or `meeting.not_found`; for background work, which has no caller. */
  get(id: string, lock?: 'for update'): Promise<Meeting>;
  /** Stores the meeting as the version after `meeting.version`, or throws `version_conflict`. */
  save(meeting: Meeting): Promise<Meeting>;
  /** The current state of each of these meetings, in the order of the ids, with at most this many of its sessions to come. */
  moments(ids: readonly string[], now: Instant, sessions: number): Promise<readonly MeetingMoment[]>;
  /** Ordered as the scope says (meetings 9.2), after the cursor key [time, id]; `limit + 1` rows mean that there are more. */
  list(filter: MeetingFilter, after: CursorKey | null, limit: number): Promise<readonly ListedMeeting[]>;
  /** The personal room of a member, even if it is archived; null if there is none. */
  personalRoomOf(userId: string): Promise<Meeting | null>;
  /** Meetings of the join chain, the oldest first. */
  ofChain(chainId: string): Promise<readonly Meeting[]>;
  /** What happened, newest first, from the ledger, after the cursor key [at, seq]. */
  activity(meetingId: string, after: CursorKey | null, limit: number): Promise<readonly ActivityLine[]>;
  /** These people as the workspace knows them, former members included. */
  people(userIds: readonly string[]): Promise<readonly MeetingPerson[]>;
  /**
   * Every meeting except personal rooms, newest first (`createdAt`, `id` descending); with a reference, only meetings that
   * carry it.
   */
  newestForIntegration(
    limit: number,
    externalReference: string | null,
  ): Promise<WrittenRows<IntegrationMeetingRow>>;
  /**
   * What webhooks say of these meetings (WHK-14). Personal rooms are missing, and private meetings unless an application
   * made them.
   */
  forWebhooks(ids: readonly string[]): Promise<ReadonlyMap<string, WebhookData>>;
}

export interface OccurrenceFilter {
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly status: readonly OccurrenceStatus[] | null;
}

/** Sessions of the meetings of the workspace of the transaction. */
export interface OccurrenceRepository {
  /** The session, or `occurrence.not_found`. */
  get(id: string, lock?: 'for update'): Promise<Occurrence>;
  /** All sessions of a meeting, by start; locked until the end of the transaction if asked. */
  ofMeeting(meetingId: string, lock?: 'for update'): Promise<readonly Occurrence[]>;
  /** Starts that a change of the clock has moved, of a series that some calendar product will not show exactly; else none. */
  gapsOfPartialSeries(meetingId: string): Promise<readonly Instant[]>;
  /** By start, then id, after the cursor key [startsAt, id]; `limit + 1` rows mean that there are more. */
  list(
    meetingId: string,
    filter: OccurrenceFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly Occurrence[]>;
  /** Adds sessions, except those whose recurrence id exists already (MTG-14). Returns how many were written. */
  add(occurrences: readonly Occurrence[]): Promise<number>;
  /** Stores each as the version after its own, or throws `version_conflict`. */
  save(occurrences: readonly Occurrence[]): Promise<readonly Occurrence[]>;
  /** Deletes sessions that never took place, with their answers, reminders and waiting people. */
  remove(ids: readonly string[]): Promise<void>;
  /** Moves sessions to another meeting of the chain, unchanged. */
  move(ids: readonly string[], meetingId: string): Promise<void>;
  /**
   * Writes anew who is busy because of the meeting's sessions: members who are invited, not revoked, and have not
   * declined it or that session. Call it after a change of invitations, answers or times.
   */
  refreshPeople(meetingId: string): Promise<void>;
  /** Locks these people's calendars until the end of the transaction, one transaction at a time (MTG-36). */
  lockCalendars(userIds: readonly string[]): Promise<void>;
}

export interface MeetingInvitationRepository {
  /** The invitations of a meeting except revoked ones, the organizer's first. */
  ofMeeting(meetingId: string): Promise<readonly MeetingInvitation[]>;
  /**
   * After a change of time: answers `accepted` and `tentative` are `pending` again, of the meeting or of one of its
   * sessions; `declined` stays (MTG-33).
   */
  resetAnswers(meetingId: string, occurrenceId: string | null, at: Instant): Promise<void>;
  /**
   * After a split: moves what invitees answered for single sessions of this meeting, and their admissions, to the
   * invitations that replace theirs.
   */
  handOverSessions(meetingId: string, successors: readonly InvitationSuccessor[]): Promise<void>;
}

/** The same person's invitation to the head of a split and to its tail. */
export interface InvitationSuccessor {
  readonly from: string;
  readonly to: string;
}

export const ports = contextPorts({
  repositories: {
    admissions: port<AdmissionRepository>(),
    presences: port<PresenceRepository>(),
    roomSessions: port<RoomSessionRepository>(),
    joinCodes: port<JoinCodeRepository>(),
    passcodeAttempts: port<PasscodeAttemptRepository>(),
    guestData: port<GuestDataRepository>(),
    attendance: port<AttendanceRepository>(),
    agenda: port<AgendaRepository>(),
    calendarStates: port<CalendarStates>(),
    seriesUpkeep: port<SeriesUpkeep>(),
    correspondence: port<Correspondence>(),
    calendarFeeds: port<CalendarFeedRepository>(),
    /** The only repository that reaches links of every workspace: they end together (PLT-27). */
    derivedLinks: port<DerivedLinks>(),
    registrations: port<RegistrationRepository>(),
    availability: port<AvailabilityRepository>(),
    templates: port<MeetingTemplateRepository>(),
    meetings: port<MeetingRepository>(),
    occurrences: port<OccurrenceRepository>(),
    meetingInvitations: port<MeetingInvitationRepository>(),
    invitees: port<InviteeRepository>(),
    meetingMails: port<MeetingMailRepository>(),
    meetingReminders: port<ReminderRepository>(),
  },
  asks: { workspacePlans: port<WorkspacePlans>(), memberDirectory: port<MemberDirectory>() },
  inside: {
    conference: port<ConferenceProviders>(),
    devices: port<DeviceParser>(),
    plans: port<PlanCatalog>(),
  },
  outside: {
    passwords: port<PasswordHasher>(),
    throttle: port<Throttle>(),
    webhookSigner: port<WebhookSigner>(),
  },
});
export type MeetingsPorts = PortsInside<typeof ports>;
export type MeetingsPreparing = PreparingContext<typeof ports>;
export type MeetingsReacting = ReactingContext<typeof ports>;

export type { DirectoryMember, MeetingPerson };
export const { query, slowQuery, command, action, reaction, scheduled } = useCasesOf(ports);
