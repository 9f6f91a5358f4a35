import { z } from 'zod';
import { madeFile } from '../../kernel/file-answer.ts';
import { text } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { auditCheckpointNotFound } from './errors.ts';
import { shownKeys } from './shown-keys.ts';

/** Whoever holds a checkpoint knows its origin; nobody can ask which there are. */
export const getAuditLogKeys = query({
  summary: 'Read the keys that verify a ledger',
  description:
    'Those that verify its checkpoints, and those that verify the signatures of entries. The origin is the first line of each checkpoint.',
  access: 'anyone',
  throttle: { bucket: 'audit_keys', limit: 120, windowSeconds: 60 },
  always: true,
  cli: { command: 'records audit keys' },
  input: z.strictObject({
    origin: text(400)
      .describe('The first line of a checkpoint.')
      .meta({ examples: ['chancery.example/audit/workspace_a'] }),
  }),
  output: madeFile('application/json'),
  errors: [auditCheckpointNotFound],

  async run({ origin }, context) {
    const ledgerId = await context.ledgerSweep.ofOrigin(origin);
    if (ledgerId === null) throw auditCheckpointNotFound();
    context.enter(ledgerId);
    return {
      mediaType: 'application/json',
      fileName: 'chancery-audit.json',
      disposition: 'inline' as const,
      content: JSON.stringify(await shownKeys(context)),
      etag: null,
      cacheControl: 'public, max-age=300',
    };
  },
});
