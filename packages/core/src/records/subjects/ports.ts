import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { CaseRole } from '../access/decision.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';
import type { SubjectMerge } from './merges/merge.ts';
import type { IdentifierSeal, Subject, SubjectIdentifier, SubjectStatus } from './subject.ts';

/** Counting what is withheld ends here. */
export const mostWithheld = 1000;

export const subjectCursor = ['instant', 'id'] as const;

/** Which subjects are asked for. */
export interface SubjectFilter {
  /** Null: all but those that were merged, which show under their survivor. */
  readonly status: SubjectStatus | null;
  /** The highest of their own labels. */
  readonly ownMasks: readonly LabelMask[] | null;
  readonly tag: string | null;
  /** Each begins a word of a name, an alias or the number. */
  readonly words: readonly string[];
  /** Instead of the words, the whole search may be one of these. */
  readonly keys: readonly string[];
  /** The key of an identifier that they have. */
  readonly identifierKey: string | null;
}

export interface SubjectPage {
  /** `limit + 1` mean that there are more. */
  readonly subjects: readonly Subject[];
  /** Of the whole filter, what the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

/** By what a subject is looked up in an emergency: a key of it, and a name that it bears. */
export interface IdentifiedBy {
  readonly key: string;
  readonly displayName: string | null;
}

/** The subjects of the workspace of this transaction. */
export interface SubjectRepository {
  /** Whoever takes a reference, an identifier or a number in this workspace next waits for the end of the transaction. */
  lockUniqueness(): Promise<void>;
  /** The next number; it is never given again. */
  nextNumber(): Promise<number>;
  add(subject: Subject): Promise<void>;
  /** Two at most of those that are so and whose labels are all among these; what was merged counts as its survivor. */
  identified(by: IdentifiedBy, mask: LabelMask): Promise<readonly string[]>;
  /** Whether the workspace has no subject, and so no record. */
  isEmpty(): Promise<boolean>;
  /** With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<Subject | null>;
  /** Locks these subjects in one order for everybody, until the end of the transaction. */
  lock(ids: readonly string[]): Promise<void>;
  /** What was merged into these subjects, whichever way it came there, in the order of ids. */
  mergedInto(ids: readonly string[]): Promise<readonly Subject[]>;
  /** The line of merges of these subjects ends at another one from now on; each gets its next version. */
  repoint(ids: readonly string[], canonicalSubjectId: string): Promise<void>;
  /** The subject is found by the words of all that was merged into it, and by no other. */
  uniteWords(id: string): Promise<void>;
  /** Stores it as the version after `subject.version`, or throws `version_conflict`. */
  save(subject: Subject): Promise<Subject>;
  /** Whether another live subject has this key of somebody else's. */
  isReferenceTaken(externalReference: string, exceptId: string | null): Promise<boolean>;
  /** The one that was changed last comes first. Counts what is withheld on the first page alone. */
  list(
    filter: SubjectFilter,
    reach: RecordReach,
    after: CursorKey<typeof subjectCursor> | null,
    limit: number,
  ): Promise<SubjectPage>;
  /**
   * The subjects that share one of these keys, by themselves or by what was merged into them, and that the caller passes,
   * those that share most first.
   */
  alike(keys: readonly string[], reach: RecordReach, most: number): Promise<readonly Subject[]>;
  /** How many active ones the caller sees for this purpose. */
  countActive(reach: RecordReach): Promise<number>;
  /** Removes all of them, with what belongs to them, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** What identifies subjects elsewhere. */
export interface SubjectIdentifierRepository {
  add(identifiers: readonly SubjectIdentifier[]): Promise<void>;
  /** Of these subjects, the oldest first. */
  of(subjectIds: readonly string[]): Promise<readonly SubjectIdentifier[]>;
  /** Of these subjects and of all that was merged into them, the oldest of each first. */
  ofUnions(subjectIds: readonly string[]): Promise<readonly SubjectIdentifier[]>;
  /** The subjects that have one of these, with what names it. */
  holders(
    valueMacs: readonly string[],
  ): Promise<readonly { readonly subjectId: string; readonly valueMac: string }[]>;
  /** Those of a subject that are not under its key. */
  waiting(subjectId: string, most: number): Promise<readonly SubjectIdentifier[]>;
  /** Seals it otherwise, unless somebody else has done so meanwhile. */
  reseal(was: Pick<SubjectIdentifier, 'id' | 'valueSealed'>, becomes: IdentifierSeal): Promise<void>;
  /** It is the first of its type no more. */
  setStatus(id: string, status: SubjectIdentifier['status']): Promise<void>;
  /** None of this type is the first of the subject any more. */
  demote(subjectId: string, type: string): Promise<void>;
  /** Puts those with this value beside one that somebody else wrote without seeing them. */
  markConflict(valueMac: string, conflictGroup: string): Promise<void>;
}

/** Finds, across all workspaces, subjects of which an identifier is not under their key although it can be. */
export interface WaitingIdentifierSweep {
  subjects(most: number): Promise<readonly { readonly workspaceId: string; readonly subjectId: string }[]>;
}

/** By what subjects are found again without being read: identifiers, addresses, numbers and the sounds of names. */
export interface SubjectMatchKeyRepository {
  replace(subjectId: string, keys: readonly string[]): Promise<void>;
  /** Somebody has said that the subject is another than these. */
  dismiss(subjectId: string, candidateIds: readonly string[], at: Instant): Promise<void>;
  /** Those of which, or of what was merged into them, somebody has said that another one among these is not the same. */
  dismissedAmong(subjectIds: readonly string[]): Promise<readonly string[]>;
}

/** A merge with what decides whether it can be taken back. */
export interface FoundMerge extends SubjectMerge {
  /** A later merge of either subject stands. */
  readonly laterStands: boolean;
  /** What was said of either subject is destroyed. */
  readonly isDisposed: boolean;
}

/** A case of subjects that are to be merged, whatever the caller may see. */
export interface PairedCase {
  readonly caseId: string;
  readonly caseNumber: string;
  /** To which of the subjects it belongs, by themselves or by what was merged into them. */
  readonly subjectIds: readonly string[];
  /** Whether the caller passes it. */
  readonly isSeen: boolean;
  readonly isOpen: boolean;
  /** Of the caller, by an active membership. */
  readonly caseRole: CaseRole | null;
}

/** Merges of subjects of the workspace of this transaction. */
export interface SubjectMergeRepository {
  /** Merges and reversals of this workspace wait for each other until the end of the transaction. Taken before any subject. */
  lockMerges(): Promise<void>;
  /** Locks the cases that are about these subjects, in one order for everybody, until the end of the transaction. */
  lockCasesOf(subjectIds: readonly string[]): Promise<void>;
  /** Its place is after every earlier merge of either subject. */
  add(merge: Omit<SubjectMerge, 'place'>): Promise<FoundMerge>;
  find(id: string): Promise<FoundMerge | null>;
  /** Merges of the subject on either side, the newest first. */
  of(subjectId: string, most: number): Promise<readonly FoundMerge[]>;
  /** The cases to which these subjects, or what was merged into them, are linked; each once. */
  casesOf(
    subjectIds: readonly string[],
    reach: Pick<RecordReach, 'reader' | 'now'>,
  ): Promise<readonly PairedCase[]>;
  /** Stores it as the version after `merge.version`, or throws `version_conflict`. */
  save(merge: SubjectMerge): Promise<SubjectMerge>;
}

/** What governance answers about the consents of subjects. */
export interface SubjectConsents {
  /** How many there are about these subjects, whatever became of them. */
  count(subjectIds: readonly string[]): Promise<number>;
}
