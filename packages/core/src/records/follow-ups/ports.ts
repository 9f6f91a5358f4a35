import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RecordReach } from '../access/ports.ts';
import type {
  FollowUp,
  FollowUpStatus,
  ListedFollowUp,
  SealedFollowUp,
  StoredFollowUp,
} from './follow-up.ts';

export const followUpCursor = ['instant or null', 'id'] as const;

/** Which follow-ups are asked for. */
export interface FollowUpFilter {
  /** `awaited` is what somebody is still to do. */
  readonly status: FollowUpStatus | 'awaited' | null;
  readonly priority: FollowUp['priority'] | null;
  readonly ownerUserId: string | null;
  readonly caseId: string | null;
  readonly dueBefore: Instant | null;
  /** Late ones alone, or those that are not; null for both. */
  readonly overdue: boolean | null;
  /** Each begins a word of the title or of the description. */
  readonly words: readonly string[];
}

export interface FollowUpPage {
  /** `limit + 1` mean that there are more. */
  readonly followUps: readonly ListedFollowUp[];
  /** Of the whole filter, what the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

/** By what a follow-up is found, beside its title. */
export interface FollowUpWords {
  /** By a search of records. */
  readonly found: string;
  /** By the words of a list. */
  readonly listed: string | null;
}

/** Follow-ups in the cases of the workspace of this transaction. */
export interface FollowUpRepository {
  /** It is found by these words from now on; they are kept in no other way than sealed and out of their order. */
  add(followUp: SealedFollowUp, words: FollowUpWords): Promise<void>;
  /** Whoever asks: who sees it is said by its case. With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<StoredFollowUp | null>;
  /** Stores it as the version after `followUp.version`, or throws `version_conflict`. */
  save(followUp: SealedFollowUp, words: FollowUpWords): Promise<SealedFollowUp>;
  /** Those of a case with something that is not sealed yet; their changes wait for the end of the transaction. */
  plainOf(caseId: string, most: number): Promise<readonly StoredFollowUp[]>;
  /** Puts what is sealed into the place of what was plain, without another version. */
  sealText(followUp: SealedFollowUp, words: FollowUpWords): Promise<void>;
  /** What is due first comes first, what is never due last. Counts what is withheld on the first page alone. */
  list(
    filter: FollowUpFilter,
    reach: RecordReach,
    after: CursorKey<typeof followUpCursor> | null,
    limit: number,
  ): Promise<FollowUpPage>;
  /** How many there are in these cases. */
  count(caseIds: readonly string[]): Promise<number>;
  /** The titles of what somebody is still to do in a case, the newest first, at most 500. */
  openTitles(caseId: string): Promise<readonly string[]>;
  /** Gives what one person still has to do in a case to another. */
  handOver(caseId: string, fromUserId: string, toUserId: string, at: Instant): Promise<void>;
  /** Notes that this reminder is handed on; false if it was before (REC-33). */
  noteReminder(id: string, minutesBefore: number, dueAt: Instant, at: Instant): Promise<boolean>;
}

/** A reminder whose time has come. */
export interface DueReminder {
  readonly workspaceId: string;
  readonly followUpId: string;
  readonly minutesBefore: number;
  readonly dueAt: Instant;
}

/** Follow-ups of all workspaces. */
export interface FollowUpSweep {
  /** Reminders that were not handed on yet, of follow-ups that somebody still has to do in cases that people work on. */
  toRemind(now: Instant, most: number): Promise<readonly DueReminder[]>;
}
