import type { Instant } from '../../kernel/time.ts';

/** What is known of guests, and goes some time after the last session. */
export interface GuestDataRepository {
  workspacesWithMeetings(now: Instant): Promise<readonly string[]>;
  /** Blanks guests of meetings whose last session ended before that moment. */
  erase(lastSessionBefore: Instant): Promise<void>;
  /** Tries and ended admissions from before that moment; how many. */
  prune(before: Instant): Promise<number>;
}
