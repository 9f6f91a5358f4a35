import type { Instant } from '../../kernel/time.ts';

/** What keeps series going, in the workspace of this unit; the two that find workspaces are asked before one is entered. */
export interface SeriesUpkeep {
  /** Workspaces with series whose rows do not reach that moment. */
  workspacesToWrite(moment: Instant): Promise<readonly string[]>;
  /** Those series, by id, after that id. */
  toWrite(moment: Instant, afterId: string | null, limit: number): Promise<readonly string[]>;
  /** Rows reach that moment now; null where the series has no more to give. No change of the meeting to anybody. */
  written(meetingId: string, until: Instant | null): Promise<void>;
  /** Workspaces with meetings whose times another release of the tz data resolved. */
  workspacesOfOtherRelease(release: string): Promise<readonly string[]>;
  /** Those meetings, by id, after that id. */
  ofOtherRelease(release: string, afterId: string | null, limit: number): Promise<readonly string[]>;
  /** The times of the meeting are those of this release: no change of it to anybody. */
  resolved(meetingId: string, release: string): Promise<void>;
}
