import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails of a round (documents 9). */
export const signingMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;

/** Sweeps over rounds: what one run leaves, the next finds again. */
export const signingSweepJobs = {
  queue: 'documents',
  maxAttempts: 5,
  baseSeconds: 30,
  capSeconds: 300,
  leaseSeconds: 300,
} as const;
