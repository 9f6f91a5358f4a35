import type { CursorKey } from '../../kernel/pages.ts';
import type { NamedThings } from '../named-things.ts';
import type { ExpirationPolicy, PolicyStatus } from './expiration-policy.ts';

/** The expiration policies of the workspace of this transaction. */
export interface ExpirationPolicyRepository extends NamedThings {
  add(policy: ExpirationPolicy): Promise<void>;
  /** The policy, even if it is archived, or `policy.not_found`. With a lock, changes of it wait for the end of the transaction. */
  get(id: string, lock?: 'for update'): Promise<ExpirationPolicy>;
  /** Those of these ids, archived ones too. With a lock, who changes one waits for the end of the transaction. */
  among(ids: readonly string[], lock?: 'for share'): Promise<readonly ExpirationPolicy[]>;
  /** Stores it as the version after `policy.version`, or throws `version_conflict`. */
  save(policy: ExpirationPolicy): Promise<ExpirationPolicy>;
  /** Removes all of them, for the closure of the workspace. */
  purge(): Promise<void>;
  /** By name, then id, after the cursor key; `limit + 1` rows mean that there are more. */
  list(
    status: PolicyStatus | 'all',
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly ExpirationPolicy[]>;
}
