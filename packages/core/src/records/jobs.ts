import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails about records (records 10). */
export const recordMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;

/** What becomes of files of entries: nobody waits for it (records 10). */
export const attachmentJobs = {
  queue: 'records',
  maxAttempts: 10,
  baseSeconds: 60,
  capSeconds: 6 * 3600,
  leaseSeconds: 600,
} as const;

/** Texts of files: one that cannot be read is found by its name (records 10). */
export const attachmentTextJobs = {
  queue: 'extraction',
  maxAttempts: 4,
  baseSeconds: 30,
  capSeconds: 600,
  leaseSeconds: 900,
} as const;

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
