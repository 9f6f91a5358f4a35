import { z } from 'zod';
import { id, shown, version } from '../kernel/shapes.ts';
import { rotated } from './endpoint.ts';
import { webhookNotFound } from './errors.ts';
import { webhookSecretRotated } from './events.ts';
import { command } from './ports.ts';
import { newSecret } from './secret.ts';
import { WebhookEndpointView, webhookEndpointView } from './views.ts';

export const rotateWebhookSecret = command({
  summary: 'Rotate the secret of a webhook endpoint',
  description:
    'The new secret is shown in this answer only, so store it now. During the overlap every delivery carries two signatures, one by each secret; an even older secret ends at once.',
  access: { owner: 'any', admin: 'any' },
  stepUp: true,
  always: true,
  secret: true,
  input: z.strictObject({
    endpointId: id().describe('The id of the webhook endpoint.'),
    overlapSeconds: z
      .int()
      .min(0)
      .max(604_800)
      .default(86_400)
      .describe('For how many seconds the old secret signs as well; 0 ends it at once.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    webhookEndpoint: WebhookEndpointView,
    secret: z.string().describe('The new secret; it is not shown again.'),
    previousSecretExpiresAt: shown.instant().describe('Until when the old secret works beside the new one.'),
  }),
  errors: [webhookNotFound],

  find: ({ endpointId }, { webhookEndpoints }) => webhookEndpoints.get(endpointId),
  version: (endpoint) => endpoint.version,

  async run({ endpointId, overlapSeconds }, { now, found, random, keyRing, webhookEndpoints, emit }) {
    const { secret, ...fresh } = newSecret(endpointId, random, keyRing);
    const after = rotated(found, fresh, overlapSeconds, now);
    const saved = await webhookEndpoints.save(after, found.status);
    const { previousSecretExpiresAt } = after;
    emit(webhookSecretRotated, {
      endpointId,
      version: saved.version,
      secretPrefix: saved.secretPrefix,
      previousSecretExpiresAt,
    });
    return { webhookEndpoint: webhookEndpointView(saved, now), secret, previousSecretExpiresAt };
  },
});
