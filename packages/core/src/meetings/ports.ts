import type { DeviceParser } from '../identity/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { PlanCatalog, WorkspacePlans } from '../kernel/entitlements.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { PasswordHasher, Throttle } from '../kernel/ports.ts';
import type { Instant } from '../kernel/time.ts';
import { type PreparingContext, type ReactingContext, useCasesOf } from '../kernel/use-case.ts';
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
import type { ConferenceProviders } from './room/conference-provider.ts';
import type { AttendanceRepository, RoomRepository } from './room/ports.ts';
import type { MeetingTemplateRepository } from './templates/ports.ts';
import type { SeriesUpkeep } from './upkeep/ports.ts';
import type { RegistrationRepository } from './webinars/ports.ts';

/** What stands at the door of a join code. */
export interface MeetingDoor {
  readonly title: string;
  readonly meetingType: Meeting['meetingType'];
  readonly status: Meeting['status'];
  readonly startsAt: Instant | null;
  readonly endsAt: Instant | null;
  readonly timeZone: string;
  readonly settings: Meeting['settings'];
  readonly workspaceName: string;
}

/** A meeting with its organizer, and the caller's own invitation unless it was revoked. */
export interface SeenMeeting {
  readonly meeting: Meeting;
  readonly organizer: MeetingPerson;
  readonly invitation: MeetingInvitation | null;
}

/** Everything of a meeting that changes without it: read anew for each answer. */
export interface MeetingMoment {
  readonly meetingId: string;
  /** The live one, then those whose end is to come. */
  readonly upcoming: readonly Occurrence[];
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

export interface ListedMeeting extends SeenMeeting {
  /** The part of the cursor that time is: start of the next occurrence, or end of the last. */
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
  readonly now: Instant;
}

/** One line of a meeting's history, as the ledger has it. */
export interface ActivityLine {
  readonly type: string;
  readonly at: Instant;
  readonly seq: string;
  readonly actor: MeetingPerson | null;
  readonly sessionId: string | null;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Meetings of the workspace of this unit. */
export interface MeetingRepository {
  /** The workspace that a join code leads into, asked before any is entered; null for no such code. */
  workspaceOfCode(joinCode: string): Promise<string | null>;
  /** What stands at the door of a join code, within the workspace of this unit. */
  doorOf(joinCode: string): Promise<MeetingDoor | null>;
  /**
   * Writes the chain, the meeting, its occurrences and its invitations, all or nothing, and who is busy by them.
   * False, with nothing written, when the join code is taken: try again with another.
   */
  add(
    meeting: Meeting,
    occurrences: readonly Occurrence[],
    invitations: readonly MeetingInvitation[],
  ): Promise<boolean>;
  /** The same for the tail of a split, whose chain is there. */
  addToChain(
    meeting: Meeting,
    occurrences: readonly Occurrence[],
    invitations: readonly MeetingInvitation[],
  ): Promise<void>;
  /** The meeting as one person meets it, or null. Locked, changes of it wait for the end of this unit. */
  see(id: string, userId: string, lock?: 'for update'): Promise<SeenMeeting | null>;
  /** The meeting, or `meeting.not_found`; for work that nobody asked for. */
  get(id: string, lock?: 'for update'): Promise<Meeting>;
  /** Stores the meeting as the version after `meeting.version`, or throws `version_conflict`. */
  save(meeting: Meeting): Promise<Meeting>;
  /** How each of these meetings stands now, in the order of the ids, with so many of its sessions to come at most. */
  moments(ids: readonly string[], now: Instant, sessions: number): Promise<readonly MeetingMoment[]>;
  /** Ordered as the scope says (meetings 9.2), after the cursor key [time, id]; `limit + 1` rows tell that there is more. */
  list(filter: MeetingFilter, after: CursorKey | null, limit: number): Promise<readonly ListedMeeting[]>;
  /** The personal room of a member, archived too; null where there is none. */
  personalRoomOf(userId: string): Promise<Meeting | null>;
  /** Meetings of the join chain, the oldest first. */
  ofChain(chainId: string): Promise<readonly Meeting[]>;
  /** What happened, newest first, out of the ledger; after the cursor key [at, seq]. */
  activity(meetingId: string, after: CursorKey | null, limit: number): Promise<readonly ActivityLine[]>;
  /** These people as the workspace knows them, former members included. */
  people(userIds: readonly string[]): Promise<readonly MeetingPerson[]>;
  /** Every meeting but personal rooms, newest first (`createdAt`, `id` descending). */
  newestForIntegration(limit: number): Promise<readonly IntegrationMeetingRow[]>;
}

export interface OccurrenceFilter {
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly status: readonly OccurrenceStatus[] | null;
}

/** Sessions of the meetings of the workspace of this unit. */
export interface OccurrenceRepository {
  /** The session, or `occurrence.not_found`. */
  get(id: string, lock?: 'for update'): Promise<Occurrence>;
  /** All rows of a meeting, by start; locked until the end of the unit where asked. */
  ofMeeting(meetingId: string, lock?: 'for update'): Promise<readonly Occurrence[]>;
  /** By start, then id, after the cursor key [startsAt, id]; `limit + 1` rows tell that there is more. */
  list(
    meetingId: string,
    filter: OccurrenceFilter,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly Occurrence[]>;
  /** Adds rows; one whose recurrence id is there already is left out (MTG-14). How many were written. */
  add(occurrences: readonly Occurrence[]): Promise<number>;
  /** Stores each as the version after its own, or throws `version_conflict`. */
  save(occurrences: readonly Occurrence[]): Promise<readonly Occurrence[]>;
  /** Takes out rows of times that never came about, with answers, reminders and people waiting for them. */
  remove(ids: readonly string[]): Promise<void>;
  /** Hands rows over to another meeting of the chain, as they are. */
  move(ids: readonly string[], meetingId: string): Promise<void>;
  /**
   * Writes anew who is busy by the meeting's sessions: members who are invited, not revoked, and have not declined it or
   * that session. To be called after a change of invitations, answers or times.
   */
  refreshPeople(meetingId: string): Promise<void>;
  /** Holds these people's calendars until the end of the unit, one unit at a time (MTG-36). */
  lockCalendars(userIds: readonly string[]): Promise<void>;
}

export interface MeetingInvitationRepository {
  /** Everybody's of a meeting but revoked ones, the organizer's first. */
  ofMeeting(meetingId: string): Promise<readonly MeetingInvitation[]>;
  /**
   * After a change of time: answers `accepted` and `tentative` are `pending` again, of the meeting or of one of its
   * sessions; `declined` stays (MTG-33).
   */
  resetAnswers(meetingId: string, occurrenceId: string | null, at: Instant): Promise<void>;
  /**
   * After a split: what invitees answered for single sessions of this meeting, and their places at its doors, go over to
   * the invitations that stand in for theirs.
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
    rooms: port<RoomRepository>(),
    attendance: port<AttendanceRepository>(),
    agenda: port<AgendaRepository>(),
    calendarStates: port<CalendarStates>(),
    seriesUpkeep: port<SeriesUpkeep>(),
    correspondence: port<Correspondence>(),
    calendarFeeds: port<CalendarFeedRepository>(),
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
export const { query, command, action, reaction, scheduled } = useCasesOf(ports);
