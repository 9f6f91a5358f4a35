import type { ReadableCases } from '../../file-requests/index.ts';
import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { CaseStanding } from '../access/decision.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';
import type { CaseMember, CaseStatus, CaseSubject, RecordCase } from './case.ts';

/** A case that somebody may look at, and what they are to it. */
export interface StoodCase {
  readonly case: RecordCase;
  readonly standing: CaseStanding;
}

/** A subject of a case, by the name that people see; nameless where the caller does not pass the subject. */
export interface LinkedSubject extends CaseSubject {
  readonly displayName: string | null;
}

export const caseCursor = ['instant', 'id'] as const;

/** Which cases are asked for. */
export interface CaseFilter {
  readonly status: CaseStatus | null;
  readonly caseType: string | null;
  /** Somebody who has to do with them, whom the caller sees. */
  readonly subjectId: string | null;
  /** Somebody who is on them. */
  readonly memberUserId: string | null;
  /** The highest of their own labels. */
  readonly ownMasks: readonly LabelMask[] | null;
  /** Each begins a word of the number, the title or a name of the primary subject. */
  readonly words: readonly string[];
}

/** A case as lists show it. */
export interface ListedCase extends RecordCase {
  readonly subjectDisplayName: string;
  readonly leadUserIds: readonly string[];
}

export interface CasePage {
  /** `limit + 1` mean that there are more. */
  readonly cases: readonly ListedCase[];
  /** Of the whole filter, what the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

export interface CaseCounts {
  readonly byStatus: ReadonlyMap<CaseStatus, number>;
  /** Open cases that the caller is on. */
  readonly myOpen: number;
}

/** How much there is in a case, as far as the caller passes it for the purpose. */
export interface CaseContents {
  readonly encounters: number;
  readonly entries: number;
  /** Entries that were signed. */
  readonly entriesFinalized: number;
  /** Entries that are approved and wait for the signature of their author. */
  readonly entriesAwaitingSignature: number;
  /** What is still to be done. */
  readonly followUpsOpen: number;
  /** What of this is late. */
  readonly followUpsOverdue: number;
  readonly attachments: number;
}

/** The cases of the workspace of this transaction. */
export interface CaseRepository {
  /** Whoever takes a reference of a case in this workspace next waits for the end of the transaction. */
  lockUniqueness(): Promise<void>;
  /** The next number of the year; it is never given again. */
  nextNumber(year: string): Promise<number>;
  add(recordCase: RecordCase): Promise<void>;
  /** Whatever the caller may see: for what no caller is told. With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<RecordCase | null>;
  /** The case, if the caller passes it but for the purpose: the condition of every list. */
  findSeen(
    id: string,
    reach: Pick<RecordReach, 'reader' | 'now'>,
    lock?: 'for update',
  ): Promise<StoodCase | null>;
  /** Stores it as the version after `case.version`, or throws `version_conflict`. */
  save(recordCase: RecordCase): Promise<RecordCase>;
  /** Whether another live case has this key of somebody else's. */
  isReferenceTaken(externalReference: string, exceptId: string | null): Promise<boolean>;
  /** Recomputes the labels of every case whose primary subject this is, after those of the subject changed (REC-5). */
  relabelOfSubject(subjectId: string): Promise<void>;
  /** The one that was opened last comes first. Counts what is withheld on the first page alone. */
  list(
    filter: CaseFilter,
    reach: RecordReach,
    after: CursorKey<typeof caseCursor> | null,
    limit: number,
  ): Promise<CasePage>;
  /** How many the caller sees for this purpose. */
  countByStatus(reach: RecordReach): Promise<CaseCounts>;
  contentsOf(caseId: string, reach: RecordReach): Promise<CaseContents>;
  /** One of the open cases that the subject is linked to, if there is any, whatever the caller may see. */
  openOfSubject(subjectId: string): Promise<readonly string[]>;
  /**
   * All cases that the caller passes but for the purpose: those that they reach by themselves are named, and of those that
   * are open to everybody of their kind so many at most.
   */
  readable(reach: Pick<RecordReach, 'reader' | 'now'>, mostOpenNamed: number): Promise<ReadableCases>;
  /** Those of the cases that the caller passes but for the purpose. */
  readableAmong(
    caseIds: readonly string[],
    reach: Pick<RecordReach, 'reader' | 'now'>,
  ): Promise<readonly string[]>;
  /** Removes all of them, with who works on them, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** Who works on cases. */
export interface CaseMemberRepository {
  find(id: string): Promise<CaseMember | null>;
  /** Role, planned end and end. */
  save(member: CaseMember): Promise<void>;
  /** The open cases that nobody else would lead for good without this person (REC-21). */
  soleLedBy(userId: string, now: Instant): Promise<readonly string[]>;
  /** The cases that this person has not left. */
  casesOf(userId: string): Promise<readonly string[]>;
  /** Who leads or reviews open cases (SPR-2). */
  secondPersons(now: Instant): Promise<readonly Pick<CaseMember, 'userId' | 'role'>[]>;
  add(members: readonly CaseMember[]): Promise<void>;
  /** Ends what is over already but has not been noted, so that the person can come back. */
  endOver(caseId: string, userId: string, now: Instant): Promise<void>;
  /** Those that have not ended come first, then those that ended last; at most so many. */
  of(caseId: string, most: number): Promise<readonly CaseMember[]>;
  /** Who leads a case of the subject, or of what was merged into it, at this moment. */
  leadsOfSubject(subjectId: string, now: Instant): Promise<readonly string[]>;
  /** Those who are on the case at this moment, the first one first. */
  activeOf(caseId: string, now: Instant): Promise<readonly CaseMember[]>;
}

/** Whom cases are about. */
export interface CaseSubjectRepository {
  find(id: string): Promise<CaseSubject | null>;
  /** The links that have not ended, in no order. */
  activeOf(caseId: string): Promise<readonly CaseSubject[]>;
  /** All but whom it links. */
  save(link: CaseSubject): Promise<void>;
  add(subjects: readonly CaseSubject[]): Promise<void>;
  /** The ids of those whose link has not ended, and of those that these were merged into, whoever asks. */
  idsOf(caseId: string): Promise<readonly string[]>;
  /** Those whose link has not ended, the primary one first, with the names of those whom the caller passes for the purpose. */
  of(caseId: string, reach: RecordReach): Promise<readonly LinkedSubject[]>;
}

export interface DueCaseMember {
  readonly workspaceId: string;
  readonly id: string;
}

/** What the sweep asks about all workspaces. */
export interface CaseMemberSweep {
  /** Those whose time is over, the first one first. */
  toEnd(now: Instant, most: number): Promise<readonly DueCaseMember[]>;
}
