import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { CaseStanding } from '../access/decision.ts';
import type { RecordReach } from '../access/ports.ts';
import type { EntryStatus, EntrySubmission, EntryVersion, RecordEntry, SubmissionOutcome } from './entry.ts';
import type { AttestationSession, RecordSignature } from './signature.ts';

export const entryCursor = ['instant', 'id'] as const;

/** An entry that somebody may look at, and what they are to its case. */
export interface StoodEntry {
  readonly entry: RecordEntry;
  readonly standing: CaseStanding;
}

/** Which version of an entry is meant. */
export interface PinnedNumber {
  readonly artifactId: string;
  /** Null for the one that was signed last. */
  readonly versionNumber: number | null;
}

/** A version that was signed, as it is stored. */
export interface SealedVersion {
  readonly entry: RecordEntry;
  readonly version: EntryVersion;
  readonly submission: EntrySubmission;
}

export interface EntryFilter {
  readonly status: EntryStatus | null;
  readonly entryType: string | null;
  readonly encounterId: string | null;
  readonly authorUserId: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
}

export interface EntriesAsked {
  readonly filter: EntryFilter;
  readonly reach: RecordReach;
  readonly after: CursorKey<typeof entryCursor> | null;
  readonly limit: number;
}

export interface EntryPage {
  /** `limit + 1` mean that there are more. */
  readonly entries: readonly RecordEntry[];
  /** What the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

/** What keeps a case from being closed (REC-31). */
export interface OpenItem {
  readonly kind: 'review' | 'co_sign' | 'amendment' | 'follow_up';
  readonly id: string;
}

/** The entries of the workspace of this transaction, with their versions and what was submitted of them. */
export interface EntryRepository {
  /** Whoever adds an entry to the case next waits for the end of the transaction. */
  lockCase(caseId: string): Promise<void>;
  /** How many entries a case has, counted up to `most`. */
  countInCase(caseId: string, most: number): Promise<number>;
  add(entry: RecordEntry, version: EntryVersion): Promise<void>;
  /** Whatever the caller may see: for what no caller is told. */
  find(id: string, lock?: 'for update'): Promise<RecordEntry | null>;
  /** The entry, if the caller passes it but for the purpose. With a lock, changes of it wait for the end of the transaction. */
  findSeen(
    id: string,
    reach: Pick<RecordReach, 'reader' | 'now'>,
    lock?: 'for update',
  ): Promise<StoodEntry | null>;
  /** Those of the entries that the caller passes but for the purpose. */
  passedAmong(
    ids: readonly string[],
    reach: Pick<RecordReach, 'reader' | 'now'>,
  ): Promise<readonly RecordEntry[]>;
  /** Signed versions by their numbers, still sealed; null is the current one. What there is not is left out. */
  pinned(of: readonly PinnedNumber[], lock?: 'for share'): Promise<readonly SealedVersion[]>;
  /** Stores it as the version after `entry.version`, or throws `version_conflict`. */
  save(entry: RecordEntry): Promise<RecordEntry>;
  /** The entry that was written in its place; null if there is none. */
  replacedBy(id: string): Promise<string | null>;
  /** Those of the case that this person is to sign too, now or once they are finalized; others wait to change them. */
  toCoSignBy(userId: string, caseId: string): Promise<readonly RecordEntry[]>;
  /** Newest first. */
  list(caseId: string, asked: EntriesAsked): Promise<EntryPage>;
  /** Whether an entry that was signed belongs to the encounter, whoever asks. */
  isAnySignedOf(encounterId: string): Promise<boolean>;
  /** Notes that its author was reminded to sign; false if that was so before (REC-103). */
  noteSignatureReminder(id: string, dueAt: Instant, hoursLate: number, at: Instant): Promise<boolean>;
  /** Notes that leads hear on this day of what was to be signed 72 hours ago; says of how many entries they had not yet. */
  noteDigest(on: PlainDate, dayStart: Instant): Promise<number>;
  /** The entries of which leads hear on this day, without those that were signed meanwhile. */
  digested(on: PlainDate): Promise<readonly RecordEntry[]>;
  /** All versions, the oldest first. */
  versions(entryId: string): Promise<readonly EntryVersion[]>;
  /** The versions of these entries that are being written or reviewed. */
  workingVersions(entryIds: readonly string[]): Promise<readonly EntryVersion[]>;
  saveVersion(version: EntryVersion): Promise<void>;
  /** Adds the next version of an entry that is there. */
  addVersion(version: EntryVersion): Promise<void>;
  /** What still stands open among the entries of a case that the caller passes but for the purpose. */
  openItemsIn(caseId: string, reach: Pick<RecordReach, 'reader' | 'now'>): Promise<readonly OpenItem[]>;
  /** All entries of a case, or of all, by the ids of their cases and their own, behind this pair. */
  page(
    caseId: string | null,
    after: readonly [caseId: string, id: string] | null,
    most: number,
  ): Promise<readonly RecordEntry[]>;
  versionsOfAll(entryIds: readonly string[]): Promise<readonly EntryVersion[]>;
  submissionsOfAll(entryIds: readonly string[]): Promise<readonly EntrySubmission[]>;
  /** Everything that was submitted, the oldest first. */
  submissions(entryId: string): Promise<readonly EntrySubmission[]>;
  addSubmission(submission: EntrySubmission): Promise<void>;
  settleSubmission(
    of: Pick<EntrySubmission, 'entryId' | 'number' | 'submission'>,
    outcome: SubmissionOutcome,
    reasonSealed: Uint8Array | null,
  ): Promise<void>;
}

/** Who signed what, in the workspace of this transaction. */
export interface RecordSignatureRepository {
  open(session: AttestationSession): Promise<void>;
  add(signatures: readonly RecordSignature[]): Promise<void>;
  /** All signatures of an entry, the oldest first. */
  of(entryId: string): Promise<readonly RecordSignature[]>;
  /** The same of several. */
  ofEntries(entryIds: readonly string[]): Promise<readonly RecordSignature[]>;
  /** Removes what outlives the entries, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** A version that is to be signed, and how late it is. */
export interface DueSignature {
  readonly workspaceId: string;
  readonly artifactId: string;
  readonly dueAt: Instant;
  readonly hoursLate: number;
}

/** Versions of all workspaces. */
export interface SignatureSweep {
  /** Those whose authors were not reminded yet, at the due date or 72 hours later. */
  due(now: Instant, most: number): Promise<readonly DueSignature[]>;
  /** Workspaces with entries of which leads may have to be told today. */
  forLeads(
    now: Instant,
    most: number,
  ): Promise<readonly { readonly workspaceId: string; readonly timeZone: string }[]>;
}
