/**
 * Works on one after the other. One that fails holds back none of the others; the first failure is thrown at the end, so that
 * a job is repeated. The work must know by itself what is already done.
 */
export async function eachInTurn<T>(all: readonly T[], work: (each: T) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const each of all)
    try {
      await work(each);
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
