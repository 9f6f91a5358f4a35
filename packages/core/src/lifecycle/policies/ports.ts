import type { CursorKey } from '../../kernel/pages.ts';
import type { ExpirationPolicy, PolicyStatus } from './expiration-policy.ts';

/** The expiration policies of the workspace of this transaction. */
export interface ExpirationPolicyRepository {
  add(policy: ExpirationPolicy): Promise<void>;
  /** The policy, even if it is archived, or `policy.not_found`. With a lock, changes of it wait for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<ExpirationPolicy>;
  /** Those of these ids, archived ones too. With a lock, who changes one waits for the end of the transaction. */
  among(ids: readonly string[], lock?: 'for share'): Promise<readonly ExpirationPolicy[]>;
  /** Stores it as the version after `policy.version`, or throws `version_conflict`. */
  save(policy: ExpirationPolicy): Promise<ExpirationPolicy>;
  /** Whoever adds, renames or restores a policy of this workspace next waits for the end of the transaction (LIF-23). */
  lockNames(): Promise<void>;
  /** How many are not archived. */
  liveCount(): Promise<number>;
  /** Whether another policy that is not archived has this name, whatever its letter case. */
  isNamed(name: string, exceptId: string | null): Promise<boolean>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
  /** By name, then id, after the cursor key; `limit + 1` rows mean that there are more. */
  list(
    status: PolicyStatus | 'all',
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly ExpirationPolicy[]>;
}
