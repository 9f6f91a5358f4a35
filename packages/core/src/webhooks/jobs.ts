import { defaultJobPolicy } from '../kernel/outbox.ts';
import { webhookDeliverPolicy } from '../kernel/webhook-events.ts';

/** The policy of other jobs that run on the queue of the deliveries. */
export const webhookJobs = { ...defaultJobPolicy, queue: webhookDeliverPolicy.queue } as const;
