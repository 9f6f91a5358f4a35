import { defaultJobPolicy } from '../kernel/outbox.ts';
import { webhookDeliverPolicy } from '../kernel/webhook-events.ts';

/** What else is worked on the queue of the deliveries. */
export const webhookJobs = { ...defaultJobPolicy, queue: webhookDeliverPolicy.queue } as const;
