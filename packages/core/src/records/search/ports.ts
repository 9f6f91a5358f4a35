import type { Instant } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';
import type { Addendum } from '../addenda/addendum.ts';
import type { EntrySubmission, RecordEntry } from '../entries/entry.ts';

export const searchKinds = ['entry', 'addendum', 'encounter', 'follow_up', 'case', 'attachment'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** What somebody looks for, and how far they see. */
export interface RecordSearching {
  readonly words: string;
  /** Null for every kind. */
  readonly kinds: readonly SearchKind[] | null;
  readonly caseId: string | null;
  readonly from: Instant | null;
  readonly to: Instant | null;
  readonly includesErrors: boolean;
  readonly reach: RecordReach;
}

/** What is written in an entry, as it was signed, and the template that names what can be chosen in it. */
export interface SealedEntry
  extends Pick<EntrySubmission, 'entryId' | 'number' | 'submission' | 'documentSealed'>,
    Pick<RecordEntry, 'templateId' | 'templateVersion'> {
  readonly kind: 'entry';
}

/** What was read in a file. */
export interface SealedFile {
  readonly kind: 'attachment';
  readonly id: string;
  readonly textSealed: Uint8Array;
}

/** What was added to an entry, as it was signed. */
export interface SealedAddendum extends Pick<Addendum, 'id' | 'documentSealed'> {
  readonly kind: 'addendum';
}

/** What was written about an encounter, or about what is to be done. */
export interface SealedWords<K extends 'encounter' | 'follow_up'> {
  readonly kind: K;
  readonly id: string;
  readonly text: Uint8Array;
}

export type SealedText =
  | SealedEntry
  | SealedFile
  | SealedAddendum
  | SealedWords<'encounter'>
  | SealedWords<'follow_up'>;

export interface FoundRecord {
  readonly kind: SearchKind;
  readonly id: string;
  readonly artifactId: string | null;
  readonly caseId: string;
  readonly caseNumber: string;
  readonly title: string;
  readonly occurredAt: Instant;
  readonly effectiveMask: LabelMask;
  readonly status: string;
  /** How well it fits, from 0 to 10,000. */
  readonly rank: number;
  /** What it says beside its title; null where that is sealed. */
  readonly text: string | null;
  readonly sealed: SealedText | null;
}

export interface FoundRecords {
  /** `limit + 1` mean that there are more. */
  readonly records: readonly FoundRecord[];
  /** Whether more fit than are ranked: then these are the newest. */
  readonly isTruncated: boolean;
  /** How many more the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

/** Of so many hits, the newest ones, it is said how well they fit. */
export const mostRanked = 2000;

/** What words of a query become when the language of the workspace takes their endings away. */
export interface QueryTerms {
  /** Whether there is anything to find: not if all of it is excluded, or no word. */
  readonly findsAnything: boolean;
  readonly stems: readonly string[];
}

/** Something whose text has to be opened to be found by it. */
export interface UnindexedRecord {
  readonly kind: SearchKind;
  readonly id: string;
  /** Whose words they become. */
  readonly version: number;
  readonly sealed: SealedText;
}

export interface IndexedText {
  readonly kind: SearchKind;
  readonly id: string;
  readonly version: number;
  /** What it says beside its title. */
  readonly body: string;
}

/** A row of the index beside the record that it is of. */
export interface ComparedRow extends Pick<UnindexedRecord, 'kind' | 'id' | 'version'> {
  /** Null where everything is as the record says it, as far as that is not sealed. */
  readonly code: 'missing' | 'orphaned' | 'stale' | null;
  /** Whether its words are those of a text that is sealed. */
  readonly isSealed: boolean;
  /** Whether no job is still to write its words. */
  readonly isFresh: boolean;
}

/**
 * Finds records of this workspace by what they say. Cases, encounters and follow-ups are found from the moment on in which
 * they were written, and labels count as they are at this moment; everything else that is sealed is found once a job has opened it.
 */
export interface RecordSearch {
  /** What becomes of these words, by the language of the workspace. */
  terms(query: string, words: readonly string[]): Promise<QueryTerms>;
  /**
   * What fits best comes first, then what is newest. Throws `dependency.unavailable` if it takes longer than two seconds.
   * Counts what is withheld on the first page alone.
   */
  find(
    searching: RecordSearching,
    after: readonly [rank: string, occurredAt: string, id: string] | null,
    limit: number,
  ): Promise<FoundRecords>;
  /** What of a case nobody has opened yet to index it. */
  unindexed(caseId: string, most: number): Promise<readonly UnindexedRecord[]>;
  /** Keeps the words of these, unless their version is another one by now; what is labelled so has its title alone. How many. */
  index(texts: readonly IndexedText[]): Promise<number>;
  /** Notes that a job opens what is due in these cases. */
  note(caseIds: readonly string[]): Promise<void>;
  /** Forgets everything about a case, and begins anew with what is stored of it. */
  renew(caseId: string): Promise<void>;
  /** Every row that there is of these cases, and every one that there has to be. */
  compared(caseIds: readonly string[]): Promise<readonly ComparedRow[]>;
  /** The sealed texts of these rows, each with its case. */
  sealed(rows: readonly ComparedRow[]): Promise<readonly (UnindexedRecord & { readonly caseId: string })[]>;
  /** Of these, the ids of those whose words are others. */
  differing(texts: readonly IndexedText[]): Promise<readonly string[]>;
  /** Cases by id, after this one. */
  cases(after: string | null, most: number): Promise<readonly string[]>;
}

export interface UnindexedCase {
  readonly workspaceId: string;
  readonly caseId: string;
}

/** Answers the sweep across all workspaces. */
export interface RecordIndexSweep {
  /** Cases with something that no job opens yet. */
  toIndex(most: number): Promise<readonly UnindexedCase[]>;
}
