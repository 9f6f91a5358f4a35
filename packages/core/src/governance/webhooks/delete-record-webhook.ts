import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { webhookNotFound } from '../../webhooks/index.ts';
import { command } from '../ports.ts';
import { webhookId } from './set-record-webhook-active.ts';

export const deleteRecordWebhook = command({
  summary: 'Delete a webhook endpoint about records',
  description: 'It and its secret are deleted at once. Its deliveries can be read for 30 days.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'governance webhooks delete' },
  input: z.strictObject({ webhookId: webhookId() }),
  output: z.object({
    webhookId: shown.id().describe('The id of the webhook endpoint.'),
    deletedAt: shown.instant().describe('When it was deleted.'),
  }),
  errors: [webhookNotFound],

  find: ({ webhookId: of }, { webhookRegistration }) => webhookRegistration.get(of, 'records'),
  run: (_, context) => context.webhookRegistration.remove(context.found, context),
});
