import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant, PlainDate } from '../../kernel/time.ts';
import type { LabelMask } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';
import type { Amendment, AmendmentStatus } from './amendment.ts';

export const amendmentCursor = ['date', 'id'] as const;

/** Which requests are asked for. */
export interface AmendmentFilter {
  readonly status: AmendmentStatus | null;
  readonly caseId: string | null;
  /** Late ones alone, or those that are not; null for both. */
  readonly overdue: boolean | null;
  /** Today in the zone of the workspace. */
  readonly today: PlainDate;
}

/** A request with what its entry says of it. */
export interface ListedAmendment extends Amendment {
  readonly caseId: string;
  readonly effectiveMask: LabelMask;
}

export interface AmendmentPage {
  /** `limit + 1` mean that there are more. */
  readonly amendments: readonly ListedAmendment[];
  /** Of the whole filter, what the caller passes but for the purpose, up to `mostWithheld`; null where it was not asked for. */
  readonly withheld: number | null;
}

export interface AmendmentsAsked {
  readonly filter: AmendmentFilter;
  readonly reach: RecordReach;
  readonly after: CursorKey<typeof amendmentCursor> | null;
  readonly limit: number;
}

/** Requests to change signed entries, in the workspace of this transaction. */
export interface AmendmentRepository {
  add(amendment: Amendment): Promise<void>;
  /** Whoever asks: who sees it is said by its entry. With a lock, changes of it wait for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<Amendment | null>;
  /** Stores it as the version after `amendment.version`, or throws `version_conflict`. */
  save(amendment: Amendment): Promise<Amendment>;
  /** Notes on which day somebody was told that it is late. */
  noteReminded(id: string, on: PlainDate): Promise<void>;
  /** All of an entry, the oldest first. */
  of(entryId: string): Promise<readonly Amendment[]>;
  /** What is due first comes first. Counts what is withheld on the first page alone. */
  list(asked: AmendmentsAsked): Promise<AmendmentPage>;
}

/** Requests of all workspaces. */
export interface AmendmentSweep {
  /** Those that are late somewhere on earth and of which nobody was told today, with the zones of their workspaces. */
  late(
    now: Instant,
    most: number,
  ): Promise<
    readonly { readonly workspaceId: string; readonly amendmentId: string; readonly timeZone: string }[]
  >;
}
