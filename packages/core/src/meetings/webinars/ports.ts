import type { FoundLink } from '../../kernel/links.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { OccurrenceStatus } from '../occurrence.ts';
import type { MeetingSender } from '../organizer-as-sender.ts';
import type { Registration, RegistrationStatus } from './registration.ts';
import type { WebinarSettings } from './webinar-settings.ts';

/**
 * A webinar as its public page and its registration need it: the newest meeting of its chain that takes place, else the
 * newest.
 */
export interface Webinar extends MeetingSender {
  readonly meetingId: string;
  readonly chainId: string;
  readonly joinCode: string;
  readonly status: Meeting['status'];
  readonly title: string;
  readonly description: string;
  readonly timeZone: string;
  readonly webinar: WebinarSettings;
  /** The language of the workspace, for mails. */
  readonly locale: string;
  /** The organizer first, then the other hosts and co-hosts by name. */
  readonly hosts: readonly string[];
  /** Null where the series has no end. */
  readonly endsAt: Instant | null;
  /** At most ten that have not ended, without cancelled ones. */
  readonly occurrences: readonly {
    readonly startsAt: Instant;
    readonly endsAt: Instant;
    readonly status: OccurrenceStatus;
  }[];
}

export type ListedRegistration = Registration & {
  /** The place in the line, from 1; null for those who are not waitlisted. */
  readonly waitlistPosition: number | null;
  readonly decidedByName: string | null;
};

/** Registrations of the webinars of the workspace of the transaction. */
export interface RegistrationRepository {
  /** The registration of a link, read before any workspace is entered; null if there is no such link. */
  ofToken(tokenHash: string): Promise<FoundLink | null>;
  /** The webinar behind a join code; null for other types of meeting. */
  webinarOfCode(joinCode: string): Promise<Webinar | null>;
  webinarOfChain(chainId: string): Promise<Webinar | null>;
  /** The chains of webinars with somebody in the line, for the hourly job. */
  chainsWithLine(): Promise<readonly string[]>;
  /** Workspaces with a line; in the role `identity`. */
  workspacesWithLine(now: Instant): Promise<readonly string[]>;
  /** Locks the meetings of a webinar. Whoever may have to change them locks them before its places, as an edit does. */
  holdMeetings(chainId: string): Promise<void>;
  /**
   * Locks the places of a webinar until the transaction ends, so that changes of them happen one after another. Returns how
   * many are taken. Whoever changes a registration locks them first.
   */
  holdPlaces(chainId: string): Promise<number>;
  /** Takes a place if fewer than `capacity` are taken; null is without limit. */
  takePlace(chainId: string, capacity: number | null): Promise<boolean>;
  freePlace(chainId: string): Promise<void>;
  placesTaken(chainId: string): Promise<number>;
  /** Raises SEQUENCE, so that a cancellation is newer than the entry that it cancels (meetings 7.4). */
  raiseSequence(meetingId: string): Promise<void>;
  add(registration: Registration): Promise<void>;
  /** The registration, or `registration.not_found`. */
  get(id: string): Promise<ListedRegistration>;
  /** Stores it as the next version, or throws `version_conflict`. */
  save(registration: Registration): Promise<Registration>;
  /** The newest registration of an address that was not cancelled. */
  ofAddress(chainId: string, email: string): Promise<Registration | null>;
  /** Everybody who is approved, pending or in the line. */
  activeOf(chainId: string): Promise<readonly Pick<Registration, 'id' | 'status' | 'lastSequence'>[]>;
  /** Of these registrations, the addresses that belong to no member of the workspace, by registration. */
  outsiders(registrationIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The same of the webinar that this meeting is part of, of everybody who is active. Empty for other types. */
  outsidersOf(meetingId: string): Promise<readonly string[]>;
  /**
   * The same of those with a place whom a change of this meeting, or of one of its sessions, makes a mail of their own: nobody
   * who has one about it waiting, since that one will tell it too, and nobody while another such change is still queued.
   */
  outsidersToTell(change: {
    readonly meetingId: string;
    readonly sessionId: string | null;
    readonly queued: { readonly key: string; readonly topics: readonly string[]; readonly mailTopic: string };
  }): Promise<readonly string[]>;
  /** The registration that has waited longest. */
  firstInLine(chainId: string): Promise<Registration | null>;
  /** By (createdAt, id), after the cursor; `limit + 1` rows mean that there are more. */
  list(
    chainId: string,
    status: RegistrationStatus | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly ListedRegistration[]>;
  totals(chainId: string): Promise<Readonly<Record<RegistrationStatus, number>>>;
  /** Records whether a mail was sent, and which message began the thread. */
  delivered(
    id: string,
    outcome: {
      readonly status: 'sent' | 'failed';
      /** Of the calendar part; null where there was none. */
      readonly sequence: number | null;
      readonly messageId: string | null;
      readonly at: Instant;
    },
  ): Promise<void>;
}
