import type { Instant } from '../../kernel/time.ts';
import type { LabelMask, RecordReach } from '../../records/index.ts';
import type { FindingState, StoredFinding } from './finding.ts';
import type { IntelligenceRun, IntelligenceRunStatus } from './run.ts';

export interface RunsAsked {
  readonly caseId: string;
  /** As of `reach.now`: one whose time is over counts as expired. */
  readonly status: IntelligenceRunStatus | null;
  readonly reach: RecordReach;
}

/** A run, and the labels of all that it was drawn from, as they are now. */
export interface LabelledRun {
  readonly run: IntelligenceRun;
  readonly effectiveMask: LabelMask;
}

/** Runs over the cases of the workspace of the transaction, with their findings. */
export interface IntelligenceRunRepository {
  /** Throws `intelligence.run_active` while another run of the case is queued or running. */
  add(run: IntelligenceRun): Promise<void>;
  /** Whoever asks: for background work. With a lock, whoever changes it waits for the end of the transaction. */
  find(id: string, lock?: 'for update'): Promise<IntelligenceRun | null>;
  /** The run, if the caller passes all that it was drawn from but for the purpose. */
  findSeen(
    id: string,
    reach: Pick<RecordReach, 'reader' | 'now'>,
    lock?: 'for update',
  ): Promise<LabelledRun | null>;
  /** Those that the caller passes for the purpose, the newest first, after the cursor key [createdAt, id]; `limit + 1` rows. */
  list(
    asked: RunsAsked,
    after: readonly [string, string] | null,
    limit: number,
  ): Promise<readonly LabelledRun[]>;
  /** Stores it if it is still in this status and of this version; whether it was. */
  save(run: IntelligenceRun, before: IntelligenceRunStatus): Promise<boolean>;
  addFindings(findings: readonly StoredFinding[]): Promise<void>;
  /** In their order. */
  findings(runIds: readonly string[]): Promise<readonly StoredFinding[]>;
  decide(finding: FindingState & Pick<StoredFinding, 'editedSealed'>): Promise<void>;
  /** What nobody has decided becomes rejected. */
  rejectUndecided(runId: string, at: Instant, byUserId: string | null): Promise<void>;
  purge(): Promise<void>;
}

/** A run whose time is over, in its workspace. */
export interface DueRun {
  readonly workspaceId: string;
  readonly id: string;
}

/** Runs of all workspaces. */
export interface IntelligenceSweep {
  /** Runs whose findings can be decided no more, up to `most`. */
  toExpire(now: Instant, most: number): Promise<readonly DueRun[]>;
}
