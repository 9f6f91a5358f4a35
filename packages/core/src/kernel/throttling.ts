import type { EndpointThrottle, KeyedThrottle } from './declaration.ts';
import { dependencyUnavailable } from './errors.ts';
import type { Throttle } from './ports.ts';

const refuse = (cause: unknown): never => {
  throw dependencyUnavailable({ cause, retryAfterSeconds: 1 });
};

/** The throttle as those see it who have proven nothing yet: while its store is away, nobody is let in (THR-14). */
export const closedWhenAway = (throttle: Throttle): Throttle => ({
  consume: (...asked) => throttle.consume(...asked).catch(refuse),
  reset: (...asked) => throttle.reset(...asked).catch(refuse),
});

/** So many calls a minute from one network that were refused or opened nothing (PLT-29). */
export const misses = (
  bucket: string,
  limit: number,
  more: Pick<EndpointThrottle, 'passes' | 'opensNothing'> = {},
): EndpointThrottle => ({ bucket, limit, windowSeconds: 60, counts: 'misses', ...more });

/** THR-9: the endpoints that take the token of a mailed link share what a network may miss. */
export const tokenMisses = (more?: Pick<EndpointThrottle, 'passes'>): EndpointThrottle =>
  misses('public_token', 30, more);

/** THR-9: and what is good has sixty a minute of its own, whoever holds it. */
export const ofItsOwn: readonly KeyedThrottle<{ readonly token: string }>[] = [
  { bucket: 'public_token_link', limit: 60, windowSeconds: 60, by: ({ token }) => token },
];
