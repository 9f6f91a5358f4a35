import { median } from './printed-table.ts';

const asksPerBatch = 100;

/** Measures the median answer time of each place. Batches take turns, so that other load on the machine affects all alike. */
export async function mediansInTurns<P>(
  places: readonly P[],
  batches: number,
  ask: (place: P) => Promise<number>,
): Promise<number[]> {
  const times: number[][] = places.map(() => []);
  for (let batch = -1; batch < batches; batch += 1)
    for (const [index, place] of places.entries())
      for (let number = 0; number < asksPerBatch; number += 1) {
        const taken = await ask(place);
        // The first batch warms up.
        if (batch >= 0) times[index]?.push(taken);
      }
  return times.map(median);
}
