import { type Instant, type PlainDate, plusDays, plusSeconds } from '../../kernel/time.ts';
import type { RecordReach } from '../../records/index.ts';

/** How many there are, and since when the oldest one is so; null if there is none. */
export interface Waiting {
  readonly count: number;
  readonly since: Instant | null;
}

/** What is late if it began before these moments. */
export interface BacklogMoments {
  readonly today: PlainDate;
  readonly transferOffered: Instant;
  readonly coSignAsked: Instant;
  readonly fileTaken: Instant;
}

/** What waits for somebody in the cases that the caller sees, and for the workspace as a whole. */
export interface RecordBacklogCounts {
  readonly transfersPending: number;
  readonly coSignsPending: number;
  readonly staleTransfers: Waiting;
  readonly lateCoSigns: Waiting;
  readonly lateSignatures: Waiting;
  /** Requests that nobody has decided, and the day until which the oldest was to be. */
  readonly lateAmendments: { readonly count: number; readonly dueOn: PlainDate | null };
  readonly casesWithoutLead: number;
  readonly unscannedFiles: Waiting;
  /** Identifiers that two subjects have, of which one was hidden from whoever entered it (REC-11). */
  readonly sharedIdentifiers: number;
}

export interface RecordBacklog {
  counts(reach: RecordReach, moments: BacklogMoments): Promise<RecordBacklogCounts>;
}

const daysOfTransfer = 7;
const hoursOfCoSign = 72;
const hoursOfScan = 6;

/** An offer of a case is old after a week, a co-signature is late after 72 hours, a scan after the six between two attempts. */
export const backlogMoments = (now: Instant, today: PlainDate): BacklogMoments => ({
  today,
  transferOffered: plusDays(now, -daysOfTransfer),
  coSignAsked: plusSeconds(now, -hoursOfCoSign * 3600),
  fileTaken: plusSeconds(now, -hoursOfScan * 3600),
});
