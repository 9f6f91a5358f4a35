import { plusSeconds } from '../kernel/time.ts';
import { autoDisable, peopleToNotify } from './auto-disabling.ts';
import { webhookCareDue, webhookFailingNotice } from './events.ts';
import { webhookJobs } from './jobs.ts';
import { reaction } from './ports.ts';
import { notifyAfterSeconds } from './watch-webhook-health.ts';

/** An endpoint is switched off after this long without a success (WHK-9) … */
const disableAfterSeconds = 120 * 3600;
/** … and at least so many failed attempts. */
const leastFailures = 10;

/** Works in the workspace of the endpoint: notifies once in a run of failures, and switches off at its end. */
export const handleFailingWebhook = reaction(
  webhookCareDue,
  { topic: 'webhook.care', policy: { ...webhookJobs, maxAttempts: 5 } },
  async ({ endpointId }, { now, once }) => {
    await once(async (context) => {
      const { webhookEndpoints, emit } = context;
      const endpoint = await webhookEndpoints.find(endpointId);
      if (endpoint === null || endpoint.failingSince === null) return;
      const isOver = endpoint.failingSince <= plusSeconds(now, -disableAfterSeconds);
      if (isOver && endpoint.consecutiveFailures >= leastFailures)
        return autoDisable(endpointId, 'failing', context);

      const failingSince = await webhookEndpoints.takeNotice(
        endpointId,
        plusSeconds(now, -notifyAfterSeconds),
        now,
      );
      if (failingSince === null) return;
      for (const personId of await peopleToNotify(endpointId, context))
        emit(webhookFailingNotice, { endpointId, personId, failingSince });
    });
  },
);
