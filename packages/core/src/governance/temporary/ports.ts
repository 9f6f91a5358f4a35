import type { TemporaryGrant } from './grant.ts';

/** How often and when access for a time was used last, by the lines of the ledger that name it. */
export interface GrantUse {
  readonly useCount: number;
  readonly lastUsedAt: string | null;
}

/** Access that was given for a time in the workspace of the transaction. */
export interface TemporaryGrantRepository {
  add(grant: TemporaryGrant): Promise<void>;
  /** Null if there is none. With a lock, whoever changes it waits for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<TemporaryGrant | null>;
  of(ids: readonly string[]): Promise<readonly TemporaryGrant[]>;
  /** Stores it as the version after `grant.version`, or throws `version_conflict`. */
  save(grant: TemporaryGrant): Promise<TemporaryGrant>;
  uses(grants: readonly TemporaryGrant[]): Promise<ReadonlyMap<string, GrantUse>>;
  /** What somebody holds ends, because they leave the workspace. */
  endHeldBy(userId: string, at: string): Promise<void>;
  activeCount(now: string): Promise<number>;
}
