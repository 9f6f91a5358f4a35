import type { Sql } from './sql.ts';

const slowest = 2000;
/** What PostgreSQL says of a statement that it has ended for its time. */
const tookTooLong = '57014';

/** Ends what takes longer than two seconds with this failure; the embedded database has no such end. */
export async function timely<T>(sql: Sql, work: () => Promise<T>, tooSlow: () => Error): Promise<T> {
  try {
    const [, found] = await Promise.all([sql(`set local statement_timeout = ${slowest}`), work()]);
    return found;
  } catch (error) {
    if ((error as { code?: unknown }).code === tookTooLong) throw tooSlow();
    throw error;
  }
}
