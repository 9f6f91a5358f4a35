import {
  type CallerWorkspace,
  dependencyUnavailable,
  isFailure,
  type LedgerHead,
  StatementAfterCommit,
  type Transaction,
  type UnitOfWork,
} from '@chancery/core';
import { groupBy } from '@chancery/core/internal';
import type { PoolClient } from 'pg';
import { repositories } from '../repositories.ts';
import { webhookOutbox } from '../webhooks/outbox.ts';
import { auditLedger } from './audit-ledger.ts';
import { begun, connectionOf, type DatabaseRole, isOfReplica, rolledBack } from './connection.ts';
import type { Database } from './data-source.ts';
import { denialRegister } from './denials.ts';
import { idempotencyStore } from './idempotency.ts';
import { incomingFiles } from './incoming-files.ts';
import { cancelJobs, enqueueJobs } from './jobs.ts';
import { outsideMailCounters } from './outside-mail-counters.ts';
import type { Scope } from './repositories.ts';
import { asked, type Sql, sqlOn } from './sql.ts';
import { apiKeyStanding, type BoundStanding, sessionStanding } from './standings.ts';
import { usageCounters } from './usage-counters.ts';

/**
 * Runs one transaction per unit of work, under a role that row-level security binds. `enter` and the commit of a read are
 * sent without waiting for them; their errors come back through the statements beside them.
 */
export function unitOfWork(database: Database): UnitOfWork {
  return {
    async run(mode, role, work) {
      const client = await connectionOf(database).catch((cause: unknown) => {
        throw unavailable(cause);
      });
      if (mode === 'read once') return readOnce(client, `chancery_${role}`, work);
      const sql = sqlOn(client);
      const transaction = new PgTransaction(sql);
      const beginning = begun(client, mode, `chancery_${role}`);
      beginning.catch(() => undefined);
      let committing: Promise<unknown> = beginning;
      try {
        const result = await work(transaction);
        // If a statement of an earlier turn failed, the commit answers ROLLBACK without an error; the promise of the statement has it.
        committing = asked(client, 'commit');
        const ended = Promise.all([beginning, transaction.entered, ...transaction.settling, committing]);
        if (mode === 'read') {
          transaction.released = true;
          // The answer does not wait for the end of the read; only the connection does.
          ended.then(
            () => client.release(),
            (error: Error) => client.release(error),
          );
          await transaction.entered;
          return result;
        }
        await ended;
        client.release();
        return result;
      } catch (error) {
        // A pooler takes the connection away with the answer to a commit; nothing may be under way behind it.
        await committing.catch(() => undefined);
        if (!transaction.released) await rolledBack(client, error);
        throw mode === 'write' && isOfReplica(error) ? unavailable(error) : translated(error);
      }
    },
  };
}

/**
 * Runs the whole transaction in one packet: the commit is sent at the end of the turn in which the work began, after every
 * statement that the work sent without waiting for an answer.
 */
async function readOnce<T>(
  client: PoolClient,
  role: DatabaseRole,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  let [isOver, isLate] = [false, false];
  const committed = new Promise((resolve, reject) => {
    // This comes before `asked` sends what it was asked in this turn.
    process.nextTick(() => {
      isOver = true;
      asked(client, 'commit').then(resolve, reject);
    });
  });
  const transaction = new PgTransaction(
    sqlOn(client, () => {
      isLate ||= isOver;
      return isOver;
    }),
  );
  // The answer does not wait for the end of the read; only the connection does.
  Promise.all([begun(client, 'read', role), committed]).then(
    () => client.release(),
    (error: unknown) => rolledBack(client, error),
  );
  try {
    const result = await work(transaction);
    await transaction.entered;
    // If the work took the refusal for an answer, its result cannot be used.
    if (isLate) throw new StatementAfterCommit();
    return result;
  } catch (error) {
    throw translated(error);
  }
}

/** If the database is unavailable or waits too long, the error becomes `dependency.unavailable`; other errors stay as they are. */
function translated(error: unknown): unknown {
  if (isFailure(error)) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : '';
  const away =
    /^(08|57P|53|55P03|57014|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT)/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(message);
  return away ? unavailable(error) : error;
}

const unavailable = (cause: unknown) => dependencyUnavailable({ cause, retryAfterSeconds: 1 });

/** A transaction that appends to a ledger again, or to one that stands before the last: a mistake of this program. */
export class LedgerAppendRefused extends Error {
  override readonly name = 'LedgerAppendRefused';
}

class PgTransaction implements Transaction {
  readonly #sql: Sql;
  #workspaceId: string | null = null;
  /**
   * The workspace that row-level security is bound to already: the look-up of a credential binds the workspace of the
   * credential. A transaction begins bound to none.
   */
  #bound: string | null = null;
  /** True while the look-up is sent and not yet answered: it will bind its workspace, whichever the work assumes. */
  #binding = false;
  readonly repositories: Transaction['repositories'];
  readonly #heads = new Map<string, Promise<LedgerHead | null>>();
  /** The ledger that this transaction appended to last. */
  #lastLedger: string | null = null;
  released = false;
  entered: Promise<unknown> = Promise.resolve();
  readonly settling: Promise<unknown>[] = [];

  constructor(sql: Sql) {
    this.#sql = sql;
    const scope: Scope = {
      sql,
      workspaceId: () => this.#workspaceId,
      tenant: () => this.#workspaceId ?? '',
    };
    this.repositories = repositories(scope);
  }

  get usage() {
    return usageCounters(this.#sql, this.#workspaceId ?? '');
  }

  get outsideMails() {
    return outsideMailCounters(this.#sql);
  }

  session(...ids: Parameters<Transaction['session']>): ReturnType<Transaction['session']> {
    return this.#binds(sessionStanding(this.#sql, ids));
  }

  apiKey(keyPrefix: string): ReturnType<Transaction['apiKey']> {
    return this.#binds(apiKeyStanding(this.#sql, keyPrefix));
  }

  async #binds<S extends BoundStanding>(lookedUp: Promise<S | null>): Promise<S | null> {
    this.#binding = true;
    const standing = await lookedUp;
    this.#binding = false;
    if (standing !== null) this.#bound = standing.workspaceId;
    return standing;
  }

  enter(workspaceId: string | null): void {
    this.#workspaceId = workspaceId;
    if (this.#binding || workspaceId === this.#bound) return;
    this.#bound = workspaceId;
    const entering = this.#sql("select set_config('app.workspace', $1, true)", [workspaceId ?? '']);
    this.entered = Promise.all([this.entered, entering]);
    // It is awaited with the commit; if the work fails first, nothing awaits it.
    this.entered.catch(() => undefined);
  }

  async workspaceStatus() {
    const [row] = await this.#sql<{ workspaceStatus: CallerWorkspace['status'] }>(
      'select status "workspaceStatus" from workspaces where id = $1',
      [this.#workspaceId],
    );
    return row?.workspaceStatus ?? null;
  }

  settle(writes: Promise<unknown>): void {
    writes.catch(() => undefined);
    this.settling.push(writes);
  }

  get idempotency() {
    return idempotencyStore(this.#sql);
  }

  get incomingFiles() {
    return incomingFiles(this.#sql);
  }

  get denials() {
    return denialRegister(this.#sql, this.#workspaceId);
  }

  async ledgerHead(): Promise<LedgerHead | null> {
    const ledgerId = this.#workspaceId;
    if (ledgerId === null) return null;
    // Others may write between two statements of one transaction, and evidence must not name two positions.
    const known = this.#heads.get(ledgerId) ?? auditLedger(this.#sql).head(ledgerId);
    this.#heads.set(ledgerId, known);
    return known;
  }

  async openLedger(ledgerId: string): Promise<void> {
    await auditLedger(this.#sql).open(ledgerId);
  }

  async appendAudit(ledgerId: string, events: Parameters<Transaction['appendAudit']>[1]): Promise<void> {
    // Each append locks the head of its ledger until the commit: out of order, two transactions could wait for each other (REC-73).
    if (this.#lastLedger !== null && ledgerId <= this.#lastLedger)
      throw new LedgerAppendRefused(
        `A transaction appends once to each ledger, in order of their ids: ${ledgerId}`,
      );
    this.#lastLedger = ledgerId;
    // The event of an account is also written to the ledgers of the person's other workspaces.
    const admitted =
      ledgerId === this.#workspaceId || ledgerId === 'installation'
        ? undefined
        : this.#sql("select set_config('app.ledgers', $1, true)", [ledgerId]);
    await Promise.all([admitted, auditLedger(this.#sql).append(ledgerId, [...events])]);
  }

  /** Row-level security lets a transaction write jobs only of the workspace that it is bound to, so for jobs of several it binds each in turn. */
  async enqueue(jobs: Parameters<Transaction['enqueue']>[0]): Promise<void> {
    const written = [...groupBy(jobs, ({ workspaceId }) => workspaceId)].map(([workspaceId, ofWorkspace]) => {
      if (workspaceId !== null) this.enter(workspaceId);
      return enqueueJobs(this.#sql, ofWorkspace);
    });
    await Promise.all(written);
  }

  cancelJobs(...[about, topics, now]: Parameters<Transaction['cancelJobs']>): Promise<number> {
    return cancelJobs(this.#sql, this.#workspaceId, about, topics, now);
  }

  get webhooks() {
    return webhookOutbox(this.#sql, (workspaceId) => this.enter(workspaceId));
  }

  async firstRun(handler: string, jobId: string, now: string): Promise<boolean> {
    // Row-level security shows what is noted of the job that is named, and no other (PLT-33).
    const [, noted] = await Promise.all([
      this.#sql("select set_config('app.job', $1, true)", [jobId]),
      this.#sql.changed(
        'insert into inbox (handler, job_id, ran_at) values ($1, $2, $3) on conflict do nothing',
        [handler, jobId, now],
      ),
    ]);
    return noted === 1;
  }
}
