import { setTimeout as wait } from 'node:timers/promises';

/** How often a wake-up comes again after its first delivery; then it is dead (platform 7, `x-delivery-limit`). */
export const redeliveryLimit = 20;

const longestDelayMs = 30_000;

/**
 * Waits before a failed wake-up is given back: doubling from `firstDelayMs`, at most 30 s. A handler fails only
 * when the database is away, and without a pause the limit would be used up within milliseconds.
 */
export async function redeliveryPause(
  firstDelayMs: number,
  redeliveries: number,
  signal: AbortSignal,
): Promise<void> {
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(redeliveries, 30));
  await wait(delayMs, undefined, { signal }).catch(() => undefined); // closing cuts the pause short
}
