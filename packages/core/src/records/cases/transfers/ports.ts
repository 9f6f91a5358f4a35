import type { Instant } from '../../../kernel/time.ts';
import type { CaseTransfer } from './transfer.ts';

/** Hand-overs of cases of the workspace of the transaction. */
export interface CaseTransferRepository {
  /** One waits for a case at most; false if one does. */
  add(transfer: CaseTransfer): Promise<boolean>;
  /** Null if there is none. With a lock, whoever changes it waits for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<CaseTransfer | null>;
  /** The one that nobody has decided yet, whether or not its time is over. With a lock, whoever changes it waits. */
  pendingOf(caseId: string, lock?: 'for update'): Promise<CaseTransfer | null>;
  /** Stores it as the version after `transfer.version`, or throws `version_conflict`. */
  save(transfer: CaseTransfer): Promise<CaseTransfer>;
}

/** Answers the sweep across all workspaces with ids. */
export interface CaseTransferSweep {
  toExpire(
    now: Instant,
    limit: number,
  ): Promise<readonly { readonly workspaceId: string; readonly id: string }[]>;
}
