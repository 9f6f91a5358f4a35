import { type Instant, plusSeconds, secondsBetween } from './time.ts';

/** How often something may be done. */
export interface Pace {
  /** At least so long after the time before. */
  readonly gapSeconds: number;
  /** At most so often in any such window. */
  readonly most: number;
  readonly windowSeconds: number;
}

/** How long it is until it may be done once more; null if it may be now. `done` are the times in the window, the oldest first. */
export function secondsToWait(
  done: readonly Instant[],
  { gapSeconds, most, windowSeconds }: Pace,
  now: Instant,
): number | null {
  const [last, first] = [done.at(-1), done.at(-most)];
  const freeAt = [
    ...(last === undefined ? [] : [plusSeconds(last, gapSeconds)]),
    ...(first === undefined ? [] : [plusSeconds(first, windowSeconds)]),
  ]
    .sort()
    .at(-1);
  return freeAt === undefined || freeAt <= now ? null : wholeSeconds(now, freeAt);
}

/** At least one, for `Retry-After`. */
export const wholeSeconds = (from: Instant, to: Instant): number =>
  Math.max(1, Math.ceil(secondsBetween(from, to)));
