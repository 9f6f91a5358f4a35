import { z } from 'zod';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import { action } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { auditIntegrityBroken, auditNoNewEvents } from './errors.ts';
import { issueWhole } from './issue-whole.ts';
import { ledgerAsker } from './reader.ts';
import { CheckpointView, checkpointView } from './views.ts';

export const createAuditCheckpoint = action({
  summary: 'Sign a checkpoint of the audit ledger now',
  description:
    'Checkpoints are also made by themselves, a quarter of an hour after a change at the latest. Keep one elsewhere: it finds a ledger that was rewritten as a whole.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records audit checkpoint' },
  input: z.strictObject({}),
  output: z.object({ checkpoint: CheckpointView }),
  errors: [auditNoNewEvents, auditIntegrityBroken],

  find: ledgerAsker,
  may: onLedger('verify'),

  // A fault that is found commits with the part that found it, whatever the answer is.
  async prepare(_, { workspaceId, transact }) {
    const issued = await issueWhole(workspaceId, 'manual', 'wait', transact);
    if (issued === null) throw dependencyUnavailable({ retryAfterSeconds: 5 });
    if (issued.outcome === 'integrity_failed') throw auditIntegrityBroken();
    if (issued.outcome !== 'issued') throw auditNoNewEvents();
    return issued.checkpoint;
  },
  run: async (_, { prepared }) => ({ checkpoint: checkpointView(prepared) }),
});
