import { z } from 'zod';
import { planFeatureNotIncluded, planLimitReached } from '../../kernel/errors.ts';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { action, command } from '../ports.ts';
import { requireWebhookUrl } from '../registration.ts';
import { webhookFields } from '../update-webhook-endpoint.ts';
import { WebhookEndpointView, webhookEndpointView } from '../views.ts';

/** An example of a context with webhooks: an event of each kind, the use cases that emit them, and the one that registers. */
const thingChanged = event(
  'thing.changed',
  z.strictObject({ thingId: id(), version: z.int(), title: z.string() }),
  { target: ({ thingId, version }) => ({ kind: 'thing', id: thingId, version }) },
  { webhook: { context: 'lifecycle', data: ({ thingId, version }) => ({ id: thingId, version }) } },
);

const noteFiled = event(
  'note.filed',
  z.strictObject({ noteId: id(), labels: z.array(z.string()) }),
  { target: ({ noteId }) => ({ kind: 'note', id: noteId }), labels: ({ labels }) => labels },
  {
    webhook: {
      context: 'records',
      data: ({ noteId, labels }) => ({ target: { kind: 'note', id: noteId, version: null }, labels }),
      namesLedgerLine: true,
    },
  },
);

export const changeThings = command({
  summary: 'Change things',
  access: { owner: 'any', admin: 'any' },
  input: z.strictObject({
    thingIds: z.array(id()),
    version: z.int().default(1),
    fails: z.boolean().default(false),
  }),
  output: z.object({}),
  async run({ thingIds, version, fails }, { emit }) {
    for (const thingId of thingIds) emit(thingChanged, { thingId, version, title: 'Secret plan of Ada' });
    if (fails) throw new Error('rolled back');
    return {};
  },
});

export const fileNote = command({
  summary: 'File a note',
  access: { owner: 'any' },
  input: z.strictObject({ noteId: id(), labels: z.array(z.string()) }),
  output: z.object({}),
  async run(note, { emit }) {
    emit(noteFiled, note);
    return {};
  },
});

export const registerWebhook = action({
  summary: 'Register a webhook',
  access: { owner: 'any', admin: 'any' },
  outside: true,
  secret: true,
  input: z.strictObject({
    context: z.enum(['records', 'lifecycle']).default('lifecycle'),
    url: webhookFields.url,
    eventTypes: webhookFields.eventTypes.default(['*']),
    description: webhookFields.description.default(null),
    allowedLabels: webhookFields.allowedLabels.default([]),
  }),
  output: z.object({ webhook: WebhookEndpointView, secret: z.string() }),
  errors: [planFeatureNotIncluded, planLimitReached],
  prepare: ({ url }, { egress }) => requireWebhookUrl(url, egress),
  async run(wanted, context) {
    const { endpoint, secret } = await context.webhookRegistration.create(wanted, context);
    return { webhook: webhookEndpointView(endpoint, context.now), secret };
  },
});
