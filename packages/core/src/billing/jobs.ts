import { defaultJobPolicy } from '../kernel/outbox.ts';

/** The queue of all that touches money: one thing at a time. */
export const billingJobs = { ...defaultJobPolicy, queue: 'billing' } as const;
