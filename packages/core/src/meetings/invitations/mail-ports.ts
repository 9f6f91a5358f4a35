import type { Instant } from '../../kernel/time.ts';
import type { Meeting, MeetingInvitation } from '../meeting.ts';
import type { MeetingSender } from '../organizer-as-sender.ts';

export const meetingMailKinds = ['invitation', 'updated', 'cancelled', 'occurrence_cancelled'] as const;
export type MeetingMailKind = (typeof meetingMailKinds)[number];

/** One message to one invitee: about the meeting, or about one of its sessions. */
export interface MeetingMail {
  readonly id: string;
  readonly meetingId: string;
  readonly invitationId: string;
  readonly sessionId: string | null;
  readonly kind: MeetingMailKind;
  /** SEQUENCE of the change that asked for it. */
  readonly sequence: number;
  /** The time before the first of the changes that it reports; null if the time did not change. */
  readonly beforeStartsAt: Instant | null;
  readonly beforeDurationMinutes: number | null;
  /** A message of whoever caused it. */
  readonly note: string | null;
  readonly dueAt: Instant;
}

export interface MailRecipient {
  readonly invitationId: string;
  /** Messages of one lane leave in order: one person, one chain of meetings. */
  readonly lane: string;
}

/** What the mails to one invitee are written from, in its current state. */
export interface MeetingLetter
  extends Pick<
      MeetingInvitation,
      | 'role'
      | 'status'
      | 'displayName'
      | 'tokenHash'
      | 'tokenGeneration'
      | 'tokenKeyNumber'
      | 'deliveryStatus'
    >,
    Pick<
      Meeting,
      | 'joinCode'
      | 'durationMinutes'
      | 'timeZone'
      | 'icalSequence'
      | 'recurrence'
      | 'localStart'
      | 'cancelReason'
    >,
    MeetingSender {
  /** The title of the session if the letter is about one. */
  readonly title: string;
  readonly description: string;
  readonly meetingStatus: Meeting['status'];
  /** Whether it was split, so that another meeting has its later times. */
  readonly hasTail: boolean;
  /** Of the session that the letter is about, else the next one, else the last. */
  readonly startsAt: Instant | null;
  readonly sessionStatus: 'scheduled' | 'live' | 'ended' | 'cancelled' | 'missed' | null;
  readonly sessionCancelReason: string | null;
  /** What this person answered for the session, if they did. */
  readonly sessionAnswer: MeetingInvitation['status'] | null;
  /** Starts of at most four further sessions. */
  readonly furtherStarts: readonly Instant[];
  /** The current address of a member, or the address that was given for a guest; null for a member who has none. */
  readonly address: string | null;
  /** The member's own language, else the workspace's. */
  readonly locale: string;
  /** The member's own; null for guests. */
  readonly ownTimeZone: string | null;
  readonly allowTentative: boolean;
  /** Of the first mail of this invitation, which later ones answer. */
  readonly firstMessageId: string | null;
}

export interface OrganizerLetter {
  readonly title: string;
  readonly joinCode: string;
  readonly timeZone: string;
  readonly startsAt: Instant | null;
  readonly organizerName: string;
  readonly address: string | null;
  readonly locale: string;
}

export interface DigestResponse {
  readonly displayName: string;
  readonly status: 'pending' | 'accepted' | 'tentative' | 'declined';
  readonly comment: string | null;
  readonly proposedStartAt: Instant | null;
  /** Start of the session that the answer is for; null: the meeting. */
  readonly sessionStartsAt: Instant | null;
}

/** Mails about the meetings of the workspace of the transaction until they have left. For reactions: it reads accounts. */
export interface MeetingMailRepository {
  /** Who is notified of a change: every invitee except the organizer and revoked ones, or the invitee of the given invitation. */
  recipients(meetingId: string, invitationId: string | null): Promise<readonly MailRecipient[]>;
  /**
   * The addresses of the guests whom a message would be mailed to, for each of these in its order, and none for null. With
   * `merging`, whoever has a message about the same thing waiting is left out, since that one will tell the news too; and so
   * is everybody while a change of the same thing is still queued under this key, by a job of one of these topics.
   */
  guestsOf(
    asked: readonly ({
      /** May be left open where an invitation is named. */
      readonly meetingId: string | null;
      readonly invitationId: string | null;
      readonly sessionId: string | null;
      readonly merging: { readonly key: string; readonly topics: readonly string[] } | null;
    } | null)[],
  ): Promise<readonly (readonly string[])[]>;
  /**
   * Adds the messages. One that asks for an answer goes into the one that waits already about the same thing; a
   * cancellation takes the place of those. Gives the ids of those that were added.
   */
  add(mails: readonly MeetingMail[], at: Instant): Promise<readonly string[]>;
  /** The message, from now on closed to further changes; null where it needs not leave, or has left. */
  open(id: string): Promise<MeetingMail | null>;
  close(id: string, how: 'send' | 'skip' | 'fail', messageId?: string): Promise<void>;
  /** Whose mail had this message id; asked before any workspace is entered. */
  ofMessage(
    messageId: string,
  ): Promise<{ readonly invitationId: string; readonly workspaceId: string } | null>;
  /** Null where there is no such invitation. */
  letter(invitationId: string, sessionId: string | null, now: Instant): Promise<MeetingLetter | null>;
  /** Notes on the invitation how its mail fared; a message id is kept where it is the first. */
  delivered(
    invitationId: string,
    status: 'queued' | 'sent' | 'failed',
    sent: { readonly sequence: number; readonly messageId: string } | null,
    at: Instant,
  ): Promise<void>;
  /** Mail to this invitee came back; null where that was known, or there is no such invitation. */
  bounced(
    invitationId: string,
    at: Instant,
  ): Promise<{ readonly meetingId: string; readonly version: number } | null>;
  organizerLetter(meetingId: string, now: Instant): Promise<OrganizerLetter | null>;
  /** Marks the answers since then as reported; later ones ask for another mail. */
  takeResponses(meetingId: string, since: Instant): Promise<void>;
  /** Answers given since then, the oldest first. */
  responsesSince(meetingId: string, since: Instant): Promise<readonly DigestResponse[]>;
}

export const reminderAudiences = ['all', 'not_responded', 'accepted'] as const;
export type ReminderAudience = (typeof reminderAudiences)[number];
export const reminderStatuses = ['queued', 'sent', 'expired', 'cancelled'] as const;

export interface Reminder {
  readonly id: string;
  readonly meetingId: string;
  readonly sessionId: string;
  readonly kind: 'automatic' | 'manual';
  readonly audience: ReminderAudience;
  /** Minutes before the start; null for one that somebody asked for. */
  readonly offsetMinutes: number | null;
  readonly message: string | null;
  readonly dueAt: Instant;
  readonly status: (typeof reminderStatuses)[number];
  readonly recipientCount: number;
  readonly createdByUserId: string | null;
  readonly createdAt: Instant;
}

/** Whoever is reminded: by an invitation, or by a registration for a webinar. */
export interface ReminderRecipient {
  readonly kind: 'invitation' | 'registration';
  readonly id: string;
}

export interface RemindableSession {
  readonly sessionId: string;
  readonly startsAt: Instant;
  readonly status: 'scheduled' | 'live' | 'ended' | 'cancelled' | 'missed';
}

/** Reminders of the sessions of the workspace of the transaction. */
export interface ReminderRepository {
  /** The session of this meeting, or its next one where none is named; null where there is none. Locked. */
  session(meetingId: string, sessionId: string | null, now: Instant): Promise<RemindableSession | null>;
  /** When somebody last asked for a reminder of this session. */
  lastManual(sessionId: string): Promise<Instant | null>;
  add(reminder: Reminder): Promise<void>;
  get(id: string): Promise<Reminder | null>;
  /**
   * Brings the automatic reminders of one meeting, or of all, into line with its sessions and settings: those that fall
   * due by then are queued, those of times and offsets that no longer are, cancelled.
   */
  plan(meetingId: string | null, now: Instant, until: Instant, newId: () => string): Promise<void>;
  /** Workspaces with sessions that start by then; in the role `identity`. */
  workspacesToPlan(now: Instant, startingBy: Instant): Promise<readonly string[]>;
  /** Workspaces with a reminder that is due; in the role `identity`. */
  workspacesWithDue(now: Instant): Promise<readonly string[]>;
  due(now: Instant): Promise<readonly string[]>;
  /** Takes a queued reminder: `sent`, or `expired` where its session has begun; null where another has it. Locked. */
  take(id: string, now: Instant): Promise<(Reminder & { readonly startsAt: Instant }) | null>;
  /**
   * Whom it goes to, and how many of the others are left out: declined, revoked or bounced people. The organizer is
   * neither (MTG-50). Registrants with a place count as people who accepted (MTG-111), and whoever is invited and
   * registered as an invitee.
   */
  audience(
    meetingId: string,
    sessionId: string,
    audience: ReminderAudience,
  ): Promise<{ readonly recipients: readonly ReminderRecipient[]; readonly skipped: number }>;
  countRecipients(id: string, count: number): Promise<void>;
  /**
   * `taken`: whoever asks holds the delivery until it is marked or given back; one that was taken by `lapsed` is taken over.
   * `held`: somebody else holds it. `sent`: nobody is reminded twice of the same (MTG-50).
   */
  takeDelivery(
    reminderId: string,
    recipient: ReminderRecipient,
    at: Instant,
    lapsed: Instant,
  ): Promise<'taken' | 'held' | 'sent'>;
  /** The mail was handed on. */
  markDelivery(reminderId: string, recipient: ReminderRecipient, at: Instant): Promise<void>;
  /** The mail was not handed on; another attempt may take it. */
  giveBackDelivery(reminderId: string, recipient: ReminderRecipient): Promise<void>;
}
