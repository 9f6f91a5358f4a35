import {
  type DatabaseRole,
  isFailure,
  StatementAfterCommit,
  type Transaction,
  type TransactionMode,
} from '@chancery/core';
import type { PoolClient } from 'pg';
import { type NewestLine, PgTransaction } from './pg-transaction.ts';
import type { Replica } from './replica.ts';
import { runOn } from './run-on.ts';
import type { Sql } from './sql.ts';

/** Looks a credential up in the main database, with the newest line of the ledger of its workspace. */
type LookUp = <S>(
  ask: (transaction: PgTransaction) => Promise<S>,
) => Promise<readonly [S, NewestLine | null]>;

/**
 * Reads from a replica for somebody whose credential the main database knows. Null if the main database has to be asked:
 * because the replica is away, has failed, or has not yet got everything that was done in the workspace by now.
 */
export async function readFromReplica<T>(
  replica: Replica,
  clientOfMain: () => Promise<PoolClient>,
  mode: TransactionMode,
  role: DatabaseRole,
  work: (transaction: Transaction) => Promise<T>,
): Promise<{ readonly result: T } | null> {
  const lookUp: LookUp = async (ask) =>
    runOn(
      await clientOfMain(),
      'read once',
      role,
      (sql) => new PgTransaction(sql),
      (transaction) => Promise.all([ask(transaction), transaction.newestLine()]),
    );
  let reading: FollowingTransaction | undefined;
  const transactionOn = (sql: Sql) => {
    reading = new FollowingTransaction(sql, lookUp);
    return reading;
  };
  try {
    const result = runOn(await replica.connect(), mode, role, transactionOn, async (transaction) => {
      const read = await work(transaction);
      await transaction.hasEverything();
      return read;
    });
    return { result: await replica.whileItAnswers(result) };
  } catch (error) {
    if (error instanceof StatementAfterCommit) throw error;
    // Nothing was asked of the replica yet: the main database has refused.
    if (isFailure(error) && reading?.hasBegun === false) throw error;
    return null;
  }
}

/** The replica has not got a line that the ledger has in the main database. */
class ReplicaIsBehind extends Error {
  override readonly name = 'ReplicaIsBehind';
}

/**
 * Whatever a caller changes leaves a line in the ledger of its workspace, in the same transaction. So a replica that has the
 * newest line has what the caller, and everybody else there, was told is done, whichever process told them.
 */
class FollowingTransaction extends PgTransaction {
  readonly #lookUp: LookUp;
  #inMain: NewestLine | null = null;
  #here: Promise<NewestLine | null> | undefined;

  constructor(sql: Sql, lookUp: LookUp) {
    super(sql);
    this.#lookUp = lookUp;
  }

  override session(...ids: Parameters<Transaction['session']>): ReturnType<Transaction['session']> {
    return this.#lookedUp((main) => main.session(...ids));
  }

  override apiKey(keyPrefix: string): ReturnType<Transaction['apiKey']> {
    return this.#lookedUp((main) => main.apiKey(keyPrefix));
  }

  async #lookedUp<S>(ask: (main: PgTransaction) => Promise<S>): Promise<S> {
    const [standing, newest] = await this.#lookUp(ask);
    this.#inMain = newest;
    return standing;
  }

  override enter(workspaceId: string | null): void {
    super.enter(workspaceId);
    if (this.#here !== undefined) return;
    // Before anything else is read here, so that what is read is at least as new.
    this.#here = this.newestLine();
    this.#here.catch(() => undefined);
  }

  get hasBegun(): boolean {
    return this.#here !== undefined;
  }

  /** Awaited when the credential is known and everything was read. */
  async hasEverything(): Promise<void> {
    const here = await this.#here;
    const isThere =
      this.#inMain !== null && here?.ledgerId === this.#inMain.ledgerId && here.seq >= this.#inMain.seq;
    if (!isThere) throw new ReplicaIsBehind();
  }
}
