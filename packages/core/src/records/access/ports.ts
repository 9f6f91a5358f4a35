import type { Instant } from '../../kernel/time.ts';
import type { CaseStanding, LiveGrant } from './decision.ts';
import type { LabelMask, Purpose } from './labels.ts';
import type { Duty, ReaderRow, RecordReader } from './record-reader.ts';

/** Who asks, when and for what: for the condition of a statement that leaves out what the caller does not pass. */
export interface RecordReach {
  readonly reader: RecordReader;
  readonly now: Instant;
  /** The labels, taken together, that the purpose of the call opens. */
  readonly masks: readonly LabelMask[];
  /** The purpose of the call; access for a time opens for its own purpose alone (GOV-14). */
  readonly purpose: Purpose;
}

/** Which of the things that a list shows are reached by access for a time, and by which. */
export interface CoveredThing {
  readonly id: string;
  readonly basis: LiveGrant['basis'];
  readonly grantId: string;
  readonly purposeOfUse: Purpose;
}
/** Lists whose things may be in the scope of access for a time. */
export type CoveredList = 'amendments' | 'cases' | 'entries' | 'follow_ups' | 'subjects';

/** What people are to the records of the workspace of this transaction. */
export interface RecordStandings {
  /** What somebody is cleared for and which duties they have, and how the workspace keeps its records. */
  reader(userId: string): Promise<ReaderRow>;
  /** What somebody is to each case that the subject is linked to; a case behind a wall is among them. */
  toCasesOf(subjectId: string, userId: string, now: Instant): Promise<readonly CaseStanding[]>;
  /** The active members who have the duty. */
  withDuty(duty: Duty): Promise<readonly string[]>;
  /** Access for a time to the subject itself. */
  grantsOnSubject(subjectId: string, userId: string, now: Instant): Promise<readonly LiveGrant[]>;
  /** What of these things access for a time covers at this moment; one thing may be covered more than once. */
  covering(
    list: CoveredList,
    ids: readonly string[],
    userId: string,
    now: Instant,
  ): Promise<readonly CoveredThing[]>;
  /**
   * What was granted for a time on a case, and on the entries in it, ends: for these people, or for everybody. An emergency
   * ends by itself.
   */
  endGrantsOnCase(caseId: string, userIds: readonly string[] | null, at: Instant): Promise<void>;
  /** Removes clearances and access for a time, for the closure of the workspace. */
  purge(): Promise<void>;
}
