import { z } from 'zod';
import { routeNotFound } from '../kernel/errors.ts';
import { headerField } from '../kernel/header-fields.ts';
import { rawBytes } from '../kernel/shapes.ts';
import { misses } from '../kernel/throttling.ts';
import { billingEventStates } from './checkout-states.ts';
import { signatureInvalid } from './errors.ts';
import { billingEventReceived } from './events.ts';
import { action } from './ports.ts';

export const receiveStripeEvent = action({
  summary: 'Receive a Stripe event',
  description:
    'The event is stored first, and a job then applies it by asking Stripe for the current state. The event itself is only a hint.',
  access: 'anyone',
  throttle: misses('stripe_refused', 60),
  mostBytes: { bytes: 1024 * 1024, because: 'Stripe sends the whole thing that an event is about.' },
  always: true,
  databaseRole: 'identity',
  idempotent: false,
  body: { form: 'whole', mediaTypes: [] },
  input: z.strictObject({
    content: rawBytes().describe('The body exactly as it was sent, since the signature covers these bytes.'),
    // Longer ones are refused before anything is computed (BIL-10).
    signature: headerField(
      'Stripe-Signature',
      z.string().max(4096).optional().describe('The signature, as Stripe sends it.'),
      { required: true },
    ),
  }),
  output: z.object({ received: z.literal(true).describe('Always true: the event was taken.') }),
  errors: [signatureInvalid, routeNotFound],

  async prepare({ content, signature }, { payments, now }) {
    const event = payments.verifyEvent(content, signature ?? '', now);
    if (event === null) throw routeNotFound();
    if (event === 'invalid') throw signatureInvalid();
    return event;
  },

  async run({ content }, { prepared: event, now, newId, keyRing, billingEvents, emit }) {
    const id = newId();
    const { id: processorEventId, type, objectId, customerId, subscriptionId, checkoutId } = event;
    const isNew = await billingEvents.add({
      id,
      processorEventId,
      type,
      receivedAt: now,
      status: billingEventStates.begin('received'),
      payloadSealed: keyRing.seal(content, `billing_event:${id}`),
      objectId,
      customerId,
      subscriptionId,
      checkoutId,
    });
    if (isNew) emit(billingEventReceived, { eventId: id });
    return { received: true as const };
  },
});
