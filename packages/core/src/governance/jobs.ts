import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails about records (governance 12). */
export const governanceMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;

/** Sweeps over what ends by the clock: what one run leaves, the next finds again. */
export const governanceSweepJobs = { ...defaultJobPolicy, queue: 'records' } as const;

/** Erasing goes on where it stopped; a vault that is away for long is waited for. */
export const dispositionJobs = {
  queue: 'records',
  maxAttempts: 12,
  baseSeconds: 10,
  capSeconds: 600,
  leaseSeconds: 600,
} as const;
