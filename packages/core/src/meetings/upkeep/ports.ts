import type { Instant } from '../../kernel/time.ts';

/** What keeps series going, in the workspace of this transaction; the two methods that find workspaces need none. */
export interface SeriesUpkeep {
  /** The workspaces with series whose stored sessions do not reach that moment. */
  workspacesToWrite(moment: Instant): Promise<readonly string[]>;
  /** The series whose stored sessions do not reach that moment, by id, after that id. */
  toWrite(moment: Instant, afterId: string | null, limit: number): Promise<readonly string[]>;
  /** Notes that sessions are stored up to that moment; null if the series is complete. Its version stays. */
  written(meetingId: string, until: Instant | null): Promise<void>;
  /** The workspaces with meetings whose times were resolved with another release of the tz data. */
  workspacesOfOtherRelease(release: string): Promise<readonly string[]>;
  /** The meetings whose times were resolved with another release, by id, after that id. */
  ofOtherRelease(release: string, afterId: string | null, limit: number): Promise<readonly string[]>;
  /** Notes that the times of the meeting are those of this release. Its version stays. */
  resolved(meetingId: string, release: string): Promise<void>;
}
