import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails about records (records 10). */
export const recordMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;

/** Sweeps over records: what one run leaves, the next finds again. */
export const recordSweepJobs = {
  queue: 'records',
  maxAttempts: 5,
  baseSeconds: 30,
  capSeconds: 300,
  leaseSeconds: 300,
} as const;

/** Opening what is sealed, to find records by it. */
export const recordIndexJobs = { ...defaultJobPolicy, queue: 'records' } as const;
