import type { KeyedThrottle } from '../kernel/declaration.ts';
import { misses } from '../kernel/throttling.ts';
import { passcodeRequired, registrationRequired } from './errors.ts';

/** Codes that open nothing, of one network (THR-9, meetings 12). */
export const resolveThrottle = misses('meeting_resolve', 30);

/** Codes that open nothing and wrong passcodes (THR-9); whoever only lacks a passcode or a registration has shown a good code. */
export const joinThrottle = misses('meeting_join', 20, { passes: [passcodeRequired, registrationRequired] });

/** A good code has a bucket of its own, from wherever it is asked: a whole office enters behind one address. */
export const codeThrottles = (bucket: string): readonly KeyedThrottle<{ readonly joinCode: string }>[] => [
  { bucket, limit: 600, windowSeconds: 60, by: ({ joinCode }) => joinCode },
];
