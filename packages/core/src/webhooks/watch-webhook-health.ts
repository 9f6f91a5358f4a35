import { plusSeconds } from '../kernel/time.ts';
import { webhookCareDue, webhookFailingNotice } from './events.ts';
import { giveUp, peopleToTell } from './give-up.ts';
import { webhookJobs } from './jobs.ts';
import { reaction, scheduled } from './ports.ts';

const hour = 3600;
/** After so long without a success owners are told, and after this the endpoint is switched off (WHK-9). */
const tellAfterSeconds = 24 * hour;
const giveUpAfterSeconds = 120 * hour;
const leastFailures = 10;

const policy = { ...webhookJobs, maxAttempts: 5 };

/** Finds the endpoints of all workspaces that have been failing for a day. */
export const watchWebhookHealth = scheduled(
  { topic: 'webhook.health', cron: '*/10 * * * *', policy, databaseRole: 'identity' },
  async ({ now, once }) => {
    await once(async ({ webhookEndpoints, emitIn }) => {
      const failing = await webhookEndpoints.failingSinceBefore(plusSeconds(now, -tellAfterSeconds));
      for (const { workspaceId, endpointId } of failing) emitIn(workspaceId, webhookCareDue, { endpointId });
    });
  },
);

/** In its own workspace: tells once in a run of failures, and switches off at its end. */
export const careForWebhook = reaction(
  webhookCareDue,
  { topic: 'webhook.care', policy },
  async ({ endpointId }, { now, once }) => {
    await once(async (context) => {
      const { webhookEndpoints, emit } = context;
      const endpoint = await webhookEndpoints.find(endpointId);
      if (endpoint === null || endpoint.failingSince === null) return;
      const isOver = endpoint.failingSince <= plusSeconds(now, -giveUpAfterSeconds);
      if (isOver && endpoint.consecutiveFailures >= leastFailures)
        return giveUp(endpointId, 'failing', context);

      const failingSince = await webhookEndpoints.takeNotice(
        endpointId,
        plusSeconds(now, -tellAfterSeconds),
        now,
      );
      if (failingSince === null) return;
      for (const personId of await peopleToTell(endpointId, context))
        emit(webhookFailingNotice, { endpointId, personId, failingSince });
    });
  },
);
