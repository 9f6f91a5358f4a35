import type { Repositories } from '../contexts.ts';
import type { Role, Scope } from './access.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { NewJob } from './outbox.ts';
import type { WorkspaceStanding } from './principal.ts';
import type { Instant } from './time.ts';
import type { WebhookOutbox } from './webhook-events.ts';

/** The database role a unit runs under: what it may touch at all, whatever the code asks for. */
export type UnitRole = 'app' | 'identity' | 'worker';

export interface SessionRow {
  readonly userId: string;
  readonly displayName: string;
  readonly locale: string;
  readonly timeZone: string;
  readonly accountStatus: 'active' | 'suspended' | 'deactivated';
  readonly emailVerified: boolean;
  readonly authMethod: string;
  readonly authenticatedAt: Instant;
  readonly createdAt: Instant;
  readonly lastSeenAt: Instant;
  readonly longestIdleSeconds: number;
  readonly expiresAt: Instant;
  readonly revokedAt: Instant | null;
  readonly tokenRevoked: boolean;
  readonly workspace: WorkspaceStanding | null;
  readonly role: Role | null;
  readonly memberStatus: 'active' | 'suspended' | null;
  readonly secondFactorAt: Instant | null;
  /** Of the member, null without a workspace. */
  readonly hasSecondFactor: boolean | null;
  /** Since when the workspace demands a second factor of this member; null where it does not (MFA-12). */
  readonly secondFactorSince: Instant | null;
}

export interface ApiKeyRow {
  readonly apiKeyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly rateLimitPerMinute: number;
  readonly allowedIpRanges: readonly string[];
  readonly actsAsUserId: string;
  readonly actsAsEmailVerified: boolean;
  readonly expiresAt: Instant | null;
  readonly revokedAt: Instant | null;
  /** Hex SHA-256 of the whole secret. */
  readonly secretHash: string;
  readonly secretExpiresAt: Instant | null;
  readonly workspace: WorkspaceStanding;
}

export interface AuditAppend {
  readonly payload: Uint8Array;
  readonly detail: {
    readonly salt: Uint8Array;
    readonly sealedValue: Uint8Array;
    readonly keyId: string;
  } | null;
}

/** What a transaction offers to the pipeline. The repositories are what handlers see. */
export interface Transaction {
  /** One query over session, account, membership, workspace and revoked tokens (D1); null when there is no such session. */
  session(sessionId: string, tokenId: string, workspaceId: string | null): Promise<SessionRow | null>;
  apiKey(keyPrefix: string): Promise<ApiKeyRow | null>;
  /** Binds every later statement to the workspace, in the queries and in row-level security. */
  enter(workspaceId: string | null): void;
  readonly repositories: Repositories;
  /** An object that has the repositories, each made when it is named, beside what is given. */
  context<C extends object>(also: C): Repositories & C;
  /** The last writes of the unit: awaited together with the commit, which then needs no round trip of its own. */
  settle(writes: Promise<unknown>): void;
  readonly idempotency: IdempotencyStore;
  /** Opens a ledger at its genesis hash; opening again is no error. */
  openLedger(ledgerId: string): Promise<void>;
  /** Appends to the chain under its lock; the last statements before the commit (records 7.4). */
  appendAudit(ledgerId: string, events: readonly AuditAppend[]): Promise<void>;
  enqueue(jobs: readonly NewJob[]): Promise<void>;
  /** Deliveries of events that leave as webhooks, in the same transaction. */
  readonly webhooks: WebhookOutbox;
  /** Cancels what has not begun, in the workspace of this unit; how many. */
  cancelJobs(
    aggregate: { readonly type: string; readonly id: string },
    topic: string,
    now: Instant,
  ): Promise<number>;
  /** True the first time for (handler, job); false when its writes are already committed (JOB-3). */
  firstRun(handler: string, jobId: string, now: Instant): Promise<boolean>;
}

/**
 * `read once`: a read whose statements are all sent before the first is answered, so that begin and commit travel with
 * them. An adapter may run it as any `read`; one that does send the commit ahead throws `StatementAfterCommit` at a later
 * statement.
 */
export type UnitMode = 'read' | 'read once' | 'write';

/** The work asked for more after it had waited for an answer; it is to be run again as a plain `read`. */
export class StatementAfterCommit extends Error {
  override readonly name = 'StatementAfterCommit';
}

export interface UnitOfWork {
  /** Runs the work in one transaction; commits when it resolves, rolls back when it throws. */
  run<T>(mode: UnitMode, role: UnitRole, work: (transaction: Transaction) => Promise<T>): Promise<T>;
}
