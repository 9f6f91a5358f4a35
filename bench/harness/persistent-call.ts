import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './api-call.ts';

/** What a client that repeats its requests has experienced. */
export interface Tally {
  /** Attempts without an answer or with a temporary failure, which were repeated. */
  repeats: number;
  replays: number;
  longestMilliseconds: number;
}

export const newTally = (): Tally => ({ repeats: 0, replays: 0, longestMilliseconds: 0 });

export interface Settled<Data> extends Answer<Data> {
  /** An attempt before this one had no answer: what it asked for may have been done. */
  readonly isUnclear: boolean;
}

/** Repeats the same request until it gets a final answer. */
export async function untilSettled<Data>(
  attempt: () => Promise<Answer<Data>>,
  tally: Tally,
): Promise<Settled<Data>> {
  const begun = performance.now();
  let isUnclear = false;
  for (;;) {
    const answer = await attempt().catch(() => null);
    const mayPass = answer === null || answer.status === 503 || answer.code === 'idempotency.in_flight';
    if (!mayPass) {
      if (answer.replayed) tally.replays += 1;
      tally.longestMilliseconds = Math.max(tally.longestMilliseconds, performance.now() - begun);
      return { ...answer, isUnclear };
    }
    isUnclear ||= answer === null;
    tally.repeats += 1;
    await wait(50);
  }
}
