import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { CursorKey } from '../kernel/pages.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { Instant } from '../kernel/time.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { ApiKey, ApiKeySecret } from './api-key.ts';

/** The API keys of the workspace of this transaction. */
export interface ApiKeyRepository {
  add(key: ApiKey): Promise<void>;
  /** Deletes all keys of the workspace, for its closure. */
  removeAll(): Promise<void>;
  /** Returns the key with all its secrets, or throws `api_key.not_found`. */
  get(id: string): Promise<ApiKey>;
  /**
   * Stores key and secrets as the next version, or throws `version_conflict`. When it was last used is not
   * written: that belongs to `noteUse`.
   */
  save(key: ApiKey): Promise<ApiKey>;
  /** Newest first, after the cursor key [createdAt, id]; `limit + 1` keys show that there are more. */
  list(
    status: 'active' | 'expired' | 'revoked',
    now: Instant,
    after: CursorKey | null,
    limit: number,
  ): Promise<readonly ListedApiKey[]>;
  /** Whether any secret of any workspace has this prefix: they are looked up by it alone. */
  prefixTaken(keyPrefix: string): Promise<boolean>;
  /** Workspaces with keys that end by `by` and whose end is not on record; in the role `identity`. */
  workspacesWithEnding(by: Instant): Promise<readonly string[]>;
  /** Takes keys that end within so many days and whose owners were not notified of this end; notes that they are now. */
  takeExpiryNotices(withinDays: number, now: Instant): Promise<readonly EndingApiKey[]>;
  /** Takes keys whose end has come and is not on record; puts it on record. */
  takeExpired(now: Instant): Promise<readonly EndingApiKey[]>;
  /** The ids of keys that were not revoked and act as the person. */
  actingAs(userId: string): Promise<readonly string[]>;
  /** Moves `lastUsedAt` of keys and secrets forward, never back; for keys of any workspace, in one statement (KEY-4). */
  noteUse(uses: readonly ApiKeyUseNote[]): Promise<void>;
}

/** A key that ends soon or has ended. */
export interface EndingApiKey {
  readonly apiKeyId: string;
  readonly keyPrefix: string;
  readonly version: number;
  readonly expiresAt: Instant;
}

export type ListedApiKey = Omit<ApiKey, 'secrets'> & {
  readonly secrets: readonly Omit<ApiKeySecret, 'secretHash'>[];
};

/** The last use of one secret. */
export interface ApiKeyUseNote {
  readonly keyPrefix: string;
  readonly apiKeyId: string;
  readonly at: Instant;
  readonly address: string;
}

export const ports = contextPorts({
  repositories: { apiKeys: port<ApiKeyRepository>() },
  asks: { memberDirectory: port<MemberDirectory>(), workspaceIdentity: port<WorkspaceIdentity>() },
});
export type IntegrationsPorts = PortsInside<typeof ports>;
export type IntegrationsReacting = ReactingContext<typeof ports>;

export const { query, command, reaction, scheduled } = useCasesOf(ports);
