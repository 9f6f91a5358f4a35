import type { Instant } from '../../kernel/time.ts';

/** What is known of guests, and goes some time after the last session. */
export interface GuestDataRepository {
  workspacesWithMeetings(now: Instant): Promise<readonly string[]>;
  /** Erases the personal data of guests of meetings whose last session ended before that moment. */
  erase(lastSessionBefore: Instant): Promise<void>;
  /** Deletes attempts and expired admissions from before that moment. Returns how many. */
  prune(before: Instant): Promise<number>;
}
