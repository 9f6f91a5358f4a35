import type { LedgerHead } from '@chancery/verify';
import type { ApiKeyRow, SessionRow, Standing } from '../kernel/credentials.ts';
import type { DatabaseRole } from '../kernel/database-role.ts';
import type { DenialRegister } from '../kernel/denials.ts';
import type { UsageCounters } from '../kernel/entitlements.ts';
import type { IdempotencyStore } from '../kernel/idempotency.ts';
import type { IncomingFiles } from '../kernel/incoming-file.ts';
import type { JobSubjects, NewJob } from '../kernel/outbox.ts';
import type { OutsideMailCounters } from '../kernel/outside-mail.ts';
import type { CallerWorkspace } from '../kernel/principal.ts';
import type { Instant } from '../kernel/time.ts';
import type { WebhookOutbox } from '../kernel/webhook-events.ts';
import type { Repositories } from './contexts.ts';

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
  session(
    sessionId: string,
    tokenId: string,
    workspaceId: string | null,
  ): Promise<Standing<SessionRow> | null>;
  apiKey(keyPrefix: string): Promise<Standing<ApiKeyRow> | null>;
  /** Binds every later statement to the workspace, in the queries and in row-level security. */
  enter(workspaceId: string | null): void;
  /** The status of the workspace that the transaction has entered; null if there is none. */
  workspaceStatus(): Promise<CallerWorkspace['status'] | null>;
  /** What every context stores, by context; each repository is made when it is named, in the workspace entered by then. */
  readonly repositories: Repositories;
  /** How much of the plan's limits is used. */
  readonly usage: UsageCounters;
  /** How many mails people who are no members got today. */
  readonly outsideMails: OutsideMailCounters;
  /** The last writes of the transaction: awaited together with the commit, which then needs no round trip of its own. */
  settle(writes: Promise<unknown>): void;
  readonly idempotency: IdempotencyStore;
  readonly incomingFiles: IncomingFiles;
  readonly denials: DenialRegister;
  /**
   * The newest line of the ledger of the workspace entered by then; null if it has no ledger that this role may read. The
   * first answer is given again for the rest of the transaction.
   */
  ledgerHead(): Promise<LedgerHead | null>;
  /** Opens a ledger at its genesis hash; opening again is no error. */
  openLedger(ledgerId: string): Promise<void>;
  /** Appends to the chain under its lock; the last statements before the commit (records 7.4). */
  appendAudit(ledgerId: string, events: readonly AuditAppend[]): Promise<void>;
  enqueue(jobs: readonly NewJob[]): Promise<void>;
  /** Deliveries of events that leave as webhooks, in the same transaction. */
  readonly webhooks: WebhookOutbox;
  /** Cancels the jobs that have not begun, in the workspace of this transaction; returns how many. */
  cancelJobs(about: JobSubjects, topics: readonly string[], now: Instant): Promise<number>;
  /** True the first time for (handler, job); false when its writes are already committed (JOB-3). */
  firstRun(handler: string, jobId: string, now: Instant): Promise<boolean>;
}

/**
 * `read once`: a read whose statements are all sent before the first is answered, so that begin and commit travel with
 * them. An adapter may run it as any `read`; one that does send the commit ahead throws `StatementAfterCommit` at a later
 * statement.
 */
export type TransactionMode = 'read' | 'read once' | 'write';

/** The work asked for more after it had waited for an answer; it is to be run again as a plain `read`. */
export class StatementAfterCommit extends Error {
  override readonly name = 'StatementAfterCommit';
}

export interface UnitOfWork {
  /**
   * Runs the work in one transaction; commits when it resolves, rolls back when it throws. `holder` names the endpoint or
   * topic that it is for, in the warning about a connection that is held too long.
   *
   * With `mayBeOld` a read may be answered by a replica that is at most a second behind, if it has everything that was
   * done by then and left a line in the ledger of the workspace. The credential is looked up where writes go all the same.
   * Whoever leaves the flag aside reads what is newest.
   */
  run<T>(
    mode: TransactionMode,
    role: DatabaseRole,
    work: (transaction: Transaction) => Promise<T>,
    holder?: string,
    mayBeOld?: boolean,
  ): Promise<T>;
}
