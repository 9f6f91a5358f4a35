import { z } from 'zod';
import { hexOf } from '../../kernel/crypto.ts';
import { invalidField } from '../../kernel/validation.ts';
import { query } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { auditCheckpointNotFound } from './errors.ts';
import { ledgerAsker } from './reader.ts';
import { storedConsistencyProof } from './stored-tree.ts';

const size = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const getAuditConsistency = query({
  summary: 'Prove that one checkpoint continues another',
  description:
    'The proof is that of RFC 6962: whoever holds the older checkpoint sees that nothing before it was changed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records audit consistency' },
  input: z.strictObject({
    from: size().describe('The size of the older checkpoint.'),
    to: size().optional().describe('The size of the newer one; by default the newest.'),
  }),
  output: z.object({
    fromSize: z.int().describe('The size of the older checkpoint.'),
    toSize: z.int().describe('The size of the newer one.'),
    fromRoot: z.string().describe('The root of the older tree, in hexadecimal.'),
    toRoot: z.string().describe('The root of the newer tree, in hexadecimal.'),
    proof: z.array(z.string()).describe('The hashes of the proof, in hexadecimal, in the order of RFC 6962.'),
  }),
  errors: [auditCheckpointNotFound],

  find: ledgerAsker,
  may: onLedger('verify'),

  async run({ from, to }, context) {
    const { checkpointLog } = context;
    const older = await checkpointLog.at(from);
    const newer = to === undefined ? await checkpointLog.newest() : await checkpointLog.at(to);
    if (older === null || newer === null) throw auditCheckpointNotFound();
    if (newer.size < older.size)
      throw invalidField(
        '/to',
        'field.out_of_range',
        'Give the size of a checkpoint that is not smaller than from.',
      );
    const proof = await storedConsistencyProof(older.size, newer.size, context);
    return {
      fromSize: older.size,
      toSize: newer.size,
      fromRoot: older.rootHash,
      toRoot: newer.rootHash,
      proof: proof.map(hexOf),
    };
  },
});
