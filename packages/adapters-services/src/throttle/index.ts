export { InProcessThrottle } from './in-process-throttle.ts';
export { type PostgresPool, PostgresThrottle } from './postgres-throttle.ts';
export type { ThrottleScale } from './throttle-scale.ts';
