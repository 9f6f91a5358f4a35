/**
 * Both answers, or the failure of the first that failed in this order. It waits for both in any case: what one of them still
 * asks of a transaction must not come when that has ended.
 */
export async function together<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second]);
  return [await first, await second];
}
