import type { Instant } from '../../kernel/time.ts';
import type { CaseStanding } from '../access/decision.ts';
import type { RecordReach } from '../access/ports.ts';
import type { CaseMember, CaseSubject, RecordCase } from './case.ts';

/** A case that somebody may look at, and what they are to it. */
export interface StoodCase {
  readonly case: RecordCase;
  readonly standing: CaseStanding;
}

/** A subject of a case, by the name that people see; nameless where the caller does not pass the subject. */
export interface LinkedSubject extends CaseSubject {
  readonly displayName: string | null;
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
  /** Removes all of them, with who works on them, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** Who works on cases. */
export interface CaseMemberRepository {
  add(members: readonly CaseMember[]): Promise<void>;
  /** Those that have not ended come first, then those that ended last; at most so many. */
  of(caseId: string, most: number): Promise<readonly CaseMember[]>;
  /** Those who are on the case at this moment, the first one first. */
  activeOf(caseId: string, now: Instant): Promise<readonly CaseMember[]>;
}

/** Whom cases are about. */
export interface CaseSubjectRepository {
  add(subjects: readonly CaseSubject[]): Promise<void>;
  /** The ids of those whose link has not ended, and of those that these were merged into, whoever asks. */
  idsOf(caseId: string): Promise<readonly string[]>;
  /** Those whose link has not ended, the primary one first, with the names of those whom the caller passes for the purpose. */
  of(caseId: string, reach: RecordReach): Promise<readonly LinkedSubject[]>;
}
