import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';
import type { Subject, SubjectIdentifier, SubjectStatus } from './subject.ts';

/** Counting what is withheld ends here. */
export const mostWithheld = 1000;

export const subjectCursor = ['instant', 'id'] as const;

/** Which subjects are asked for. */
export interface SubjectFilter {
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

/** The subjects of the workspace of this transaction. */
export interface SubjectRepository {
  /** Whoever takes a reference, an identifier or a number in this workspace next waits for the end of the transaction. */
  lockUniqueness(): Promise<void>;
  /** The next number; it is never given again. */
  nextNumber(): Promise<number>;
  add(subject: Subject): Promise<void>;
  /** With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<Subject | null>;
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
  /** The subjects that share one of these keys and that the caller passes, those that share most first. */
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
  /** The subjects that have one of these, with what names it. */
  holders(
    valueMacs: readonly string[],
  ): Promise<readonly { readonly subjectId: string; readonly valueMac: string }[]>;
  /** It is the first of its type no more. */
  setStatus(id: string, status: SubjectIdentifier['status']): Promise<void>;
  /** None of this type is the first of the subject any more. */
  demote(subjectId: string, type: string): Promise<void>;
  /** Puts those with this value beside one that somebody else wrote without seeing them. */
  markConflict(valueMac: string, conflictGroup: string): Promise<void>;
}

/** By what subjects are found again without being read: identifiers, addresses, numbers and the sounds of names. */
export interface SubjectMatchKeyRepository {
  replace(subjectId: string, keys: readonly string[]): Promise<void>;
  /** Somebody has said that the subject is another than these. */
  dismiss(subjectId: string, candidateIds: readonly string[], at: Instant): Promise<void>;
  /** Those of which somebody has said that another one among these is not the same. */
  dismissedAmong(subjectIds: readonly string[]): Promise<readonly string[]>;
}
