import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { Meeting } from '../meeting.ts';
import type { OccurrenceStatus } from '../occurrence.ts';
import type { Registration, RegistrationStatus } from './registration.ts';
import type { WebinarSettings } from './webinar-settings.ts';

/**
 * A webinar as its public page and its registration need it: the newest meeting of its chain that takes place, else the
 * newest.
 */
export interface Webinar {
  readonly meetingId: string;
  readonly chainId: string;
  readonly joinCode: string;
  readonly status: Meeting['status'];
  readonly title: string;
  readonly description: string;
  readonly timeZone: string;
  readonly webinar: WebinarSettings;
  readonly workspaceName: string;
  /** Of the workspace; for mails. */
  readonly locale: string;
  readonly organizerName: string;
  readonly organizerEmail: string | null;
  /** The organizer first, then the other hosts and co-hosts by name. */
  readonly hosts: readonly string[];
  /** Null where the series has no end. */
  readonly endsAt: Instant | null;
  /** At most ten that have not ended; none of those cancelled. */
  readonly occurrences: readonly {
    readonly startsAt: Instant;
    readonly endsAt: Instant;
    readonly status: OccurrenceStatus;
  }[];
}

export type ListedRegistration = Registration & {
  /** 1-based; null for those not in the line. */
  readonly waitlistPosition: number | null;
  readonly decidedByName: string | null;
};

/** Registrations of the webinars of the workspace of the transaction. */
export interface RegistrationRepository {
  /** The workspace that a link's registration is in, asked before any is entered; null for no such link. */
  ofToken(tokenHash: string): Promise<{ readonly id: string; readonly workspaceId: string } | null>;
  /** The webinar behind a join code; null for other types of meeting. */
  webinarOfCode(joinCode: string): Promise<Webinar | null>;
  webinarOfChain(chainId: string): Promise<Webinar | null>;
  /** Webinars with somebody in the line; those whose chains the hourly job looks at. */
  chainsWithLine(): Promise<readonly string[]>;
  /** Workspaces with a line; in the role `identity`. */
  workspacesWithLine(now: Instant): Promise<readonly string[]>;
  /** Holds the meetings of a webinar: by whoever may have to change them, before its places, as when they are edited. */
  holdMeetings(chainId: string): Promise<void>;
  /**
   * Holds the places of a webinar until the transaction ends, so that changes of them follow each other; how many are
   * taken. Whoever changes a registration holds them first.
   */
  holdPlaces(chainId: string): Promise<number>;
  /** Takes a place where fewer than `capacity` are taken; null is without end. */
  takePlace(chainId: string, capacity: number | null): Promise<boolean>;
  freePlace(chainId: string): Promise<void>;
  placesTaken(chainId: string): Promise<number>;
  /** What is taken back is told as newer than what was given (meetings 7.4). */
  raiseSequence(meetingId: string): Promise<void>;
  add(registration: Registration): Promise<void>;
  /** The registration, or `registration.not_found`. */
  get(id: string): Promise<ListedRegistration>;
  /** Stores it as the next version, or throws `version_conflict`. */
  save(registration: Registration): Promise<Registration>;
  /** The newest of an address that was not cancelled. */
  ofAddress(chainId: string, email: string): Promise<Registration | null>;
  /** Everybody who is approved, pending or in the line. */
  activeOf(chainId: string): Promise<readonly Pick<Registration, 'id' | 'status' | 'lastSequence'>[]>;
  /** Who waits longest. */
  firstInLine(chainId: string): Promise<Registration | null>;
  /** By (createdAt, id), after the cursor; `limit + 1` rows mean that there are more. */
  list(
    chainId: string,
    status: RegistrationStatus | null,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly ListedRegistration[]>;
  totals(chainId: string): Promise<Readonly<Record<RegistrationStatus, number>>>;
  /** Notes how a mail fared, and which message began the thread. */
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
