import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { AutoDisableReason } from './endpoint.ts';
import { webhookAutoDisabled, webhookDisabledNotice } from './events.ts';
import type { WebhooksPorts } from './ports.ts';

type Context = Pick<FollowUpContext, 'now' | 'emit'> &
  Pick<WebhooksPorts, 'webhookEndpoints' | 'webhookDeliveries' | 'memberDirectory'>;

/** Switches a failing endpoint off, cancels its waiting deliveries, and notifies owners and creator (platform 3.10). */
export async function autoDisable(
  endpointId: string,
  reason: AutoDisableReason,
  context: Context,
): Promise<void> {
  const { now, webhookEndpoints, webhookDeliveries, emit } = context;
  if (!(await webhookEndpoints.autoDisable(endpointId, reason, now))) return;
  await webhookDeliveries.cancelWaiting(endpointId, now);
  emit(webhookAutoDisabled, { endpointId, reason });
  for (const personId of await peopleToNotify(endpointId, context))
    emit(webhookDisabledNotice, { endpointId, personId, reason, at: now });
}

/** The people whom the state of an endpoint concerns: the owners and its creator, each once. */
export async function peopleToNotify(
  endpointId: string,
  { webhookEndpoints, memberDirectory }: Pick<Context, 'webhookEndpoints' | 'memberDirectory'>,
): Promise<readonly string[]> {
  const endpoint = await webhookEndpoints.find(endpointId);
  const owners = await memberDirectory.ownerIds();
  return [...new Set(endpoint === null ? owners : [...owners, endpoint.createdByUserId])];
}
