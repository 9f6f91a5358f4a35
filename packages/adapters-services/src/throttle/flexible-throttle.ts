import { createHash } from 'node:crypto';
import type { Throttle, ThrottleAnswer } from '@chancery/core';
import type { RateLimiterAbstract } from 'rate-limiter-flexible';
import { scaledLimit, type ThrottleScale } from './throttle-scale.ts';

/** More points than anybody uses up: the library only counts, and limit and window of each call are applied here. */
export const counting = { points: 2 ** 31 - 1, duration: 60, keyPrefix: '' };
const longestKey = 200;

/** The common part of both adapters: a window starts with the first try, and refused tries do not extend it. */
export class FlexibleThrottle implements Throttle {
  readonly #limiter: RateLimiterAbstract;
  readonly #scale: ThrottleScale;

  constructor(limiter: RateLimiterAbstract, scale: ThrottleScale) {
    this.#limiter = limiter;
    this.#scale = scale;
  }

  async consume(bucket: string, key: string, limit: number, windowSeconds: number): Promise<ThrottleAnswer> {
    const inForce = scaledLimit(bucket, limit, this.#scale);
    if (inForce === null) return { allowed: true, remaining: limit, retryAfterSeconds: 0 };

    const name = nameOf(bucket, key);
    const { consumedPoints, msBeforeNext } = await this.#limiter.consume(name, 1, {
      customDuration: windowSeconds,
    });
    const allowed = consumedPoints <= inForce;
    return {
      allowed,
      remaining: Math.max(inForce - consumedPoints, 0),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil(msBeforeNext / 1000)),
    };
  }

  async reset(bucket: string, key: string): Promise<void> {
    await this.#limiter.delete(nameOf(bucket, key));
  }
}

/** Shortens the key: the column holds 255 characters, and a key may come from outside. */
function nameOf(bucket: string, key: string): string {
  const name = `${bucket}:${key}`;
  return name.length <= longestKey ? name : `${bucket}#${createHash('sha256').update(name).digest('hex')}`;
}
