import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';

/** What can wait for somebody (records 4.13). */
export const waitingKinds = [
  'review',
  'sign',
  'co_sign',
  'amendment',
  'follow_up',
  'transfer',
  'changes_requested',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** One thing that waits for the caller. */
export interface WaitingItem {
  readonly kind: WaitingKind;
  /** Of the entry, the amendment, the follow-up or the hand-over. */
  readonly id: string;
  readonly caseId: string;
  readonly title: string;
  /** Whether the purpose of the call opens it. */
  readonly isOpened: boolean;
  readonly dueAt: Instant | null;
  /** The last day of what is due by a date: of amendments. */
  readonly dueOn: PlainDate | null;
  /** Since when it waits. */
  readonly since: Instant;
  readonly effectiveMask: LabelMask;
}

/** The day of the caller, from its first instant to the first of the next. */
export interface DayBounds {
  readonly from: Instant;
  readonly to: Instant;
}

/** How much waits for the caller, whatever purpose it takes to read it. */
export interface WaitingCounts {
  readonly byKind: ReadonlyMap<WaitingKind, number>;
  /** Entries that the caller is writing. */
  readonly drafts: number;
  /** Amendments that nobody has decided, of all entries that the caller passes. */
  readonly amendmentsPending: number;
  readonly followUpsOverdue: number;
  readonly followUpsDueToday: number;
}

export interface WaitingWork {
  readonly counts: WaitingCounts;
  /** Of each kind what is due first, at most so many. */
  readonly items: readonly WaitingItem[];
}

/** What waits for people in the workspace of this transaction. */
export interface WorkLists {
  /** What the caller passes but for the purpose. */
  waitingFor(reach: RecordReach, day: DayBounds, mostOfKind: number): Promise<WaitingWork>;
}
