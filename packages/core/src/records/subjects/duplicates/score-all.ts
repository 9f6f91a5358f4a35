import { type Comparable, scored } from './score.ts';

export interface Scored<T> {
  readonly other: T;
  readonly score: number;
  readonly reasons: ReturnType<typeof scored>['reasons'];
}

/** As many pairs of names are compared at once, which takes some milliseconds. */
const pairsAtOnce = 500;

/** The score of each, in their order. Others have their turn in between, however many and long the names are. */
export async function scoredAll<T>(
  subject: Comparable,
  others: readonly T[],
  comparableOf: (other: T) => Comparable,
): Promise<readonly Scored<T>[]> {
  const all: Scored<T>[] = [];
  let pairs = 0;
  for (const other of others) {
    const compared = comparableOf(other);
    all.push({ other, ...scored(subject, compared) });
    pairs += subject.names.length * compared.names.length;
    if (pairs < pairsAtOnce) continue;
    pairs = 0;
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  return all;
}
