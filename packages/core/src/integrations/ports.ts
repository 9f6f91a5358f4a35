import type { CursorKey } from '../kernel/pages.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { Role } from '../kernel/access.ts';
import type { Instant } from '../kernel/time.ts';
import type { ApiKey } from './api-key.ts';

/** API keys of the workspace of this unit. */
export interface ApiKeyRepository {
  add(key: ApiKey): Promise<void>;
  /** The key with its live secrets, or `api_key.not_found`. */
  get(id: string): Promise<ApiKey>;
  /** Stores key and secrets as the next version, or throws `version_conflict`; secrets no longer listed are deleted. */
  save(key: ApiKey): Promise<ApiKey>;
  /** Newest first, after the cursor key [createdAt, id]. */
  list(status: 'active' | 'expired' | 'revoked' | null, now: Instant, after: CursorKey | null, limit: number): Promise<readonly ApiKey[]>;
}

/** What contexts ask about people of the workspace; answered by the workspace context. */
export interface MemberDirectory {
  /** Live members among the ids, suspended ones included. */
  find(userIds: readonly string[]): Promise<readonly DirectoryMember[]>;
  /** The active member whose verified address this is, or null. */
  byEmail(email: string): Promise<DirectoryMember | null>;
  byEmails(emails: readonly string[]): Promise<readonly DirectoryMember[]>;
}

export interface DirectoryMember {
  readonly userId: string;
  readonly displayName: string;
  readonly email: string | null;
  readonly role: Role;
  readonly status: 'active' | 'suspended';
}

/** The workspace as the integration API shows it. */
export interface WorkspaceIdentity {
  identity(): Promise<{ readonly id: string; readonly name: string; readonly slug: string; readonly status: string; readonly createdAt: Instant; readonly updatedAt: Instant }>;
}

export interface IntegrationsPorts {
  readonly apiKeys: ApiKeyRepository;
  readonly memberDirectory: MemberDirectory;
  readonly workspaceIdentity: WorkspaceIdentity;
}

export const { query, command, reaction } = useCasesOf<IntegrationsPorts>();
