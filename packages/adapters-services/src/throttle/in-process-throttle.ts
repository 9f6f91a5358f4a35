import { RateLimiterMemory } from 'rate-limiter-flexible';
import { counting, FlexibleThrottle } from './flexible-throttle.ts';
import type { ThrottleScale } from './throttle-scale.ts';

/** Counts in this process alone: for a single process, and as the stand-in while the shared store is unavailable (THR-14). */
export class InProcessThrottle extends FlexibleThrottle {
  constructor(scale: ThrottleScale = {}) {
    super(new RateLimiterMemory(counting), scale);
  }
}
