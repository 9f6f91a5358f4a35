import { z } from 'zod';
import { action } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { checkedCosignature } from './cosignatures.ts';
import { auditCheckpointNotFound, auditCosignatureInvalid, auditWitnessUnknown } from './errors.ts';
import { checkpointCosigned } from './events.ts';
import { ledgerAsker } from './reader.ts';
import { CheckpointView, checkpointView } from './views.ts';

export const addAuditCosignature = action({
  summary: 'Add the cosignature of a witness to a checkpoint',
  description:
    'The line is what a witness answers with (C2SP tlog-cosignature). The operator of the server names the keys of witnesses.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records audit cosign', example: { size: 1200 } },
  input: z.strictObject({
    size: z.int().min(1).max(Number.MAX_SAFE_INTEGER).describe('The size of the checkpoint.'),
    signatureLine: z
      .string()
      .min(1)
      .max(400)
      .describe('The line of the witness, which begins with a dash.')
      .meta({ examples: ['— witness.example+a1b2c3d4 AAAA'] }),
  }),
  output: z.object({ checkpoint: CheckpointView }),
  errors: [auditCheckpointNotFound, auditCosignatureInvalid, auditWitnessUnknown],

  find: ledgerAsker,
  may: onLedger('verify'),

  async prepare({ size, signatureLine }, { transact, settings }) {
    const checkpoint = await transact(({ checkpointLog }) => checkpointLog.at(size));
    if (checkpoint === null) throw auditCheckpointNotFound();
    return checkedCosignature(checkpoint, `${signatureLine.trim()}\n`, settings.witnessKeys);
  },

  async run({ size }, { prepared, checkpointLog, workspaceId, emit }) {
    if (await checkpointLog.addCosignature(size, prepared))
      emit(checkpointCosigned, {
        ledgerId: workspaceId,
        size,
        witness: prepared.name,
        keyId: prepared.keyId,
      });
    const checkpoint = await checkpointLog.at(size);
    if (checkpoint === null) throw auditCheckpointNotFound();
    return { checkpoint: checkpointView(checkpoint) };
  },
});
