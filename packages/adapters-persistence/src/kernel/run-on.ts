import {
  dependencyUnavailable,
  isFailure,
  type DatabaseRole as RoleName,
  StatementAfterCommit,
  type TransactionMode,
} from '@chancery/core';
import type { PoolClient } from 'pg';
import { begun, type DatabaseRole, isOfReplica, rolledBack } from './connection.ts';
import type { PgTransaction } from './pg-transaction.ts';
import { asked, type Sql, sqlOn } from './sql.ts';

/**
 * Runs one transaction on this connection, which it releases, under a role that row-level security binds. `enter` and the
 * commit of a read are sent without waiting for them; their errors come back through the statements beside them.
 */
export async function runOn<X extends PgTransaction, T>(
  client: PoolClient,
  mode: TransactionMode,
  role: RoleName,
  transactionOn: (sql: Sql) => X,
  work: (transaction: X) => Promise<T>,
): Promise<T> {
  if (mode === 'read once') return readOnce(client, `chancery_${role}`, transactionOn, work);
  let beginning: Promise<unknown> | null = null;
  const transaction = transactionOn(
    sqlOn(client, (text, values) => {
      // It begins with its first statement: whoever is refused before that costs the database nothing.
      if (beginning === null) {
        beginning = begun(client, mode, `chancery_${role}`);
        beginning.catch(() => undefined);
      }
      return asked(client, text, values);
    }),
  );
  let committing: Promise<unknown> | null = null;
  try {
    const result = await work(transaction);
    // If a statement of an earlier turn failed, the commit answers ROLLBACK without an error; the promise of the statement has it.
    if (beginning !== null) committing = asked(client, 'commit');
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
    await (committing ?? beginning)?.catch(() => undefined);
    if (beginning === null) client.release();
    else if (!transaction.released) await rolledBack(client, error);
    throw mode === 'write' && isOfReplica(error) ? unavailable(error) : translated(error);
  }
}

/**
 * Runs the whole transaction in one packet: the commit is sent at the end of the turn in which the work began, after every
 * statement that the work sent without waiting for an answer.
 */
async function readOnce<X extends PgTransaction, T>(
  client: PoolClient,
  role: DatabaseRole,
  transactionOn: (sql: Sql) => X,
  work: (transaction: X) => Promise<T>,
): Promise<T> {
  let [isOver, isLate] = [false, false];
  const committed = new Promise((resolve, reject) => {
    // This comes before `asked` sends what it was asked in this turn.
    process.nextTick(() => {
      isOver = true;
      asked(client, 'commit').then(resolve, reject);
    });
  });
  const transaction = transactionOn(
    sqlOn(client, (text, values) => {
      if (!isOver) return asked(client, text, values);
      // It would run outside of the transaction.
      isLate = true;
      return Promise.reject(new StatementAfterCommit());
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

export const unavailable = (cause: unknown) => dependencyUnavailable({ cause, retryAfterSeconds: 1 });
