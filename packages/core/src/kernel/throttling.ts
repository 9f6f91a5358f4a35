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
