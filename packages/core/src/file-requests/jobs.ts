import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails of a request (documents 9). */
export const fileRequestMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;

/** Sweeps over requests: what one run leaves, the next finds again. */
export const fileRequestSweepJobs = {
  queue: 'documents',
  maxAttempts: 5,
  baseSeconds: 30,
  capSeconds: 300,
  leaseSeconds: 300,
} as const;

/** Files that a request had no time to scan. */
export const fileRequestScanJobs = {
  queue: 'documents',
  maxAttempts: 8,
  baseSeconds: 5,
  capSeconds: 1800,
  leaseSeconds: 300,
} as const;
