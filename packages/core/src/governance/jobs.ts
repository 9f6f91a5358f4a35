import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails about records (governance 12). */
export const governanceMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;

/** Sweeps over what ends by the clock: what one run leaves, the next finds again. */
export const governanceSweepJobs = { ...defaultJobPolicy, queue: 'records' } as const;
