import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Chancery, ConnectionError, TimeoutError, UnavailableError } from '@chancery/sdk';

/** One delivery that was sent to the program, with what it answered. */
export interface Forwarded {
  readonly eventType: string;
  readonly deliveryId: string;
  /** Null if there was no answer. */
  readonly status: number | null;
  readonly error: string | null;
}

/** What the events are about: meetings, members and projects, or documents. */
export const webhookContexts = ['workspace', 'lifecycle'] as const;
export type WebhookContext = (typeof webhookContexts)[number];

export interface Listening {
  /** Where the program listens. */
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly context: WebhookContext;
  readonly description: string;
  readonly intervalMs: number;
  readonly fetch: typeof fetch;
  /** Ends the listening. */
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
  readonly forwarded: (each: Forwarded) => void;
}

/** As long as the service itself waits for an answer. */
const answerMs = 15_000;

/** Registers an endpoint without an address, forwards what is recorded for it, and deletes it at the end. */
export async function listenForWebhooks(client: Chancery, listening: Listening): Promise<void> {
  const { url, description, context, signal, tell } = listening;
  const { webhookEndpoint, secret } = await client.webhooks.createWebhookEndpoint({
    url: null,
    description,
    context,
    eventTypes: [...listening.eventTypes],
  });
  const endpointId = webhookEndpoint.id;
  try {
    tell(`Secret for your program, as long as this runs: ${secret}`);
    tell(`Waiting for events, which are sent to ${url}. Ctrl+C ends it.`);
    const endpoint = { endpointId, secret, seen: new Set<string>(), newestAt: webhookEndpoint.createdAt };
    while (!signal.aborted) {
      await forwardNew(client, endpoint, listening);
      await wait(listening.intervalMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await client.webhooks.deleteWebhookEndpoint({ endpointId }).catch(() => {
      tell(
        `The endpoint ${endpointId} could not be deleted; delete it with webhooks delete-webhook-endpoint.`,
      );
    });
  }
}

interface Endpoint {
  readonly endpointId: string;
  readonly secret: string;
  /** The deliveries that were forwarded. They stay as they are in the service. */
  readonly seen: Set<string>;
  /** When the newest delivery was recorded that the list has shown. */
  newestAt: string;
}

/** Forwards what has not been forwarded yet, oldest first. A service that is away for a moment ends nothing. */
async function forwardNew(client: Chancery, endpoint: Endpoint, listening: Listening): Promise<void> {
  try {
    for (const deliveryId of await newDeliveries(client, endpoint)) {
      if (listening.signal.aborted) return;
      const { delivery } = await client.webhooks.getWebhookDelivery({ deliveryId });
      endpoint.seen.add(deliveryId);
      const outcome = await forward(deliveryId, JSON.stringify(delivery.payload), endpoint.secret, listening);
      listening.forwarded({ eventType: delivery.eventType, deliveryId, ...outcome });
    }
  } catch (error) {
    const isAway = [ConnectionError, TimeoutError, UnavailableError].some((each) => error instanceof each);
    if (!isAway) throw error;
    listening.tell('The service does not answer; trying again.');
  }
}

/** What commits late has an earlier time than what was seen before it. */
const latestCommitMs = 60_000;

async function newDeliveries(client: Chancery, endpoint: Endpoint): Promise<readonly string[]> {
  const { endpointId, seen } = endpoint;
  const from = new Date(Date.parse(endpoint.newestAt) - latestCommitMs).toISOString();
  const found: string[] = [];
  for await (const delivery of client.webhooks.listWebhookDeliveriesAll({ endpointId, from, limit: 200 })) {
    if (!seen.has(delivery.id)) found.push(delivery.id);
    if (delivery.createdAt > endpoint.newestAt) endpoint.newestAt = delivery.createdAt;
  }
  return found.reverse();
}

async function forward(
  id: string,
  body: string,
  secret: string,
  { url, fetch }: Pick<Listening, 'url' | 'fetch'>,
): Promise<Pick<Forwarded, 'status' | 'error'>> {
  const headers = { 'content-type': 'application/json', ...signed(id, body, secret) };
  try {
    const signal = AbortSignal.timeout(answerMs);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    await response.body?.cancel();
    return { status: response.status, error: null };
  } catch (error) {
    const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
    return { status: null, error: cause instanceof Error && cause.message ? cause.message : message };
  }
}

/** The signature of the service (Standard Webhooks, v1), for this moment. */
function signed(id: string, body: string, secret: string) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
