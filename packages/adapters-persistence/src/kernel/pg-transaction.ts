import type { CallerWorkspace, LedgerHead, Transaction } from '@chancery/core';
import { groupBy } from '@chancery/core/internal';
import { repositories } from '../repositories.ts';
import { webhookOutbox } from '../webhooks/outbox.ts';
import { auditLedger } from './audit-ledger.ts';
import { denialRegister } from './denials.ts';
import { idempotencyStore } from './idempotency.ts';
import { incomingFiles } from './incoming-files.ts';
import { cancelJobs, enqueueJobs } from './jobs.ts';
import { outsideMailCounters } from './outside-mail-counters.ts';
import type { Scope } from './repositories.ts';
import type { Sql } from './sql.ts';
import { apiKeyStanding, type BoundStanding, sessionStanding } from './standings.ts';
import { usageCounters } from './usage-counters.ts';

/** A transaction that appends to a ledger again, or to one that stands before the last: a mistake of this program. */
export class LedgerAppendRefused extends Error {
  override readonly name = 'LedgerAppendRefused';
}

export interface NewestLine {
  readonly ledgerId: string;
  readonly seq: number;
}

export class PgTransaction implements Transaction {
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

  /** The number of the newest line in the ledger of the workspace that row-level security is bound to. */
  newestLine(): Promise<NewestLine | null> {
    return this.#sql.first<NewestLine>(
      `select ledger_id "ledgerId", last_seq "seq" from audit_head where ledger_id = current_setting('app.workspace', true)`,
    );
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
