import { defaultJobPolicy } from '../kernel/outbox.ts';

/** Mails about records (records 10). */
export const recordMailJobs = { ...defaultJobPolicy, queue: 'mail' } as const;
