import { defaultJobPolicy } from '../kernel/outbox.ts';

/** The queue of everything that concerns money; it runs one job at a time. */
export const billingJobs = { ...defaultJobPolicy, queue: 'billing' } as const;
