import { offer } from '../kernel/context-ports.ts';
import { ports } from './ports.ts';
import { webhookRegistration } from './registration.ts';
import type { WebhookRegistration } from './registration-port.ts';

/** The ports that this context implements for those that own event types. */
export const offers = {
  webhookRegistration: offer(ports, (own): WebhookRegistration => {
    const { webhookEndpoints, webhookDeliveries } = own();
    return webhookRegistration(webhookEndpoints, webhookDeliveries);
  }),
};
