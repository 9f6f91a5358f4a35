import type { CursorKey } from '../../kernel/pages.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RecordReach } from '../../records/index.ts';

export const workloadCursor = ['integer', 'text', 'text'] as const;

/** What one person has to do, as far as the caller sees it. */
export interface MemberWorkload {
  readonly userId: string;
  readonly displayName: string;
  /** The name in the form that it is sorted by. */
  readonly sortName: string;
  readonly openCases: number;
  readonly leadCases: number;
  readonly entriesToSign: number;
  readonly entriesToReview: number;
  readonly coSignsPending: number;
  readonly followUpsOpen: number;
  readonly followUpsOverdue: number;
  /** The first due date of a follow-up that is not over yet; null if there is none. */
  readonly nextDueAt: Instant | null;
}

export interface Unassigned {
  readonly casesWithoutLead: number;
  readonly reviewsWithoutReviewer: number;
}

/** Whose work is asked for: that of everybody, or one's own and that in the cases that one leads. */
export type WorkloadScope = 'everybody' | 'own';

/** What people have to do in the open cases of the workspace of this transaction. */
export interface RecordWorkload {
  /** Who is latest comes first, then by name. `limit + 1` mean that there are more. */
  members(
    reach: RecordReach,
    scope: WorkloadScope,
    after: CursorKey<typeof workloadCursor> | null,
    limit: number,
  ): Promise<readonly MemberWorkload[]>;
  /** What waits in those cases for nobody in particular. */
  unassigned(reach: RecordReach, scope: WorkloadScope): Promise<Unassigned>;
}
