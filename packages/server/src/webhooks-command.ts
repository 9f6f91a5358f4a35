import { operate } from '@chancery/core';
import { webhooks } from '@chancery/core/internal';
import { answerCommand, complain, type Given, textOf, workspaceIdForm } from './command-answer.ts';
import type { Environment } from './configuration.ts';
import { requireWorkspace } from './existing-workspace.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The command `webhooks recover`, by which an operator queues again what an endpoint has missed. */
export async function webhooksCommand(environment: Environment, given: Given): Promise<number> {
  const workspaceId = textOf(given.workspaceId);
  const endpointId = textOf(given.endpointId);
  const [since, until] = [Date.parse(textOf(given.since)), Date.parse(textOf(given.until))];
  if (!workspaceIdForm.test(workspaceId)) return complain(2, 'Give the id of a workspace.');
  if (!uuid.test(endpointId)) return complain(2, 'Give the id of a webhook endpoint.');
  if (Number.isNaN(since) || (given.until !== undefined && Number.isNaN(until)))
    return complain(2, 'Give --since and --until as instants such as 2026-11-20T09:00:00Z.');

  return answerCommand(environment, async ({ chancery }) => {
    await requireWorkspace(chancery, workspaceId);
    return operate(
      chancery.ports,
      webhooks.ports,
      workspaceId,
      async (work) => {
        const endpoint = await work.webhookEndpoints.get(endpointId);
        const window = {
          since: new Date(since).toISOString(),
          until: given.until === undefined ? work.now : new Date(until).toISOString(),
        };
        return { endpointId, queued: await webhooks.recoverDeliveries(endpoint, window, work) };
      },
      'identity',
    );
  });
}
