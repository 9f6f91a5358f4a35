import type { Instant } from './time.ts';

/** So many requests in a minute, by what is counted: a key, a session, a workspace. */
export interface RateLimit {
  readonly bucket: string;
  readonly key: string;
  readonly limit: number;
}

export interface RateAnswer {
  readonly allowed: boolean;
  /** Of the limit that refused, or of the first. */
  readonly remaining: number;
  /** Until the minute of that limit is over; from 1 to 60. */
  readonly endsInSeconds: number;
}

/** What signed-in people and applications request, counted in minutes that begin with the first request of each. */
export interface RequestRates {
  /**
   * Counts one request against all of these limits, or against none if one of them is used up. All processes together let no
   * more pass than a limit; what one of them holds in advance, at most a twentieth of the limit, it may leave unused. It
   * never fails: a process that cannot ask the others counts alone until the minute is over (THR-14).
   */
  count(limits: readonly RateLimit[], now: Instant): Promise<RateAnswer>;
}
