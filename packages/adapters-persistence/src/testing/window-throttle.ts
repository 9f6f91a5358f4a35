import type { Throttle } from '@chancery/core';

/**
 * Counts as the real throttles do: a window starts with the first try, and refused tries do not extend it. It goes by the clock
 * of the world, which is set once the world exists, so that a test stands exactly at the edge of a window.
 */
export class WindowThrottle implements Throttle {
  clock: { now(): string } = { now: () => '1970-01-01T00:00:00.000Z' };
  readonly #windows = new Map<string, { readonly endsAt: number; count: number }>();

  async consume(bucket: string, key: string, limit: number, windowSeconds: number) {
    const now = Date.parse(this.clock.now());
    const name = `${bucket}:${key}`;
    const known = this.#windows.get(name);
    const window =
      known === undefined || known.endsAt <= now ? { endsAt: now + windowSeconds * 1000, count: 0 } : known;
    window.count += 1;
    this.#windows.set(name, window);
    const allowed = window.count <= limit;
    return {
      allowed,
      remaining: Math.max(limit - window.count, 0),
      retryAfterSeconds: allowed ? 0 : Math.ceil((window.endsAt - now) / 1000),
    };
  }

  async reset(bucket: string, key: string): Promise<void> {
    this.#windows.delete(`${bucket}:${key}`);
  }
}
