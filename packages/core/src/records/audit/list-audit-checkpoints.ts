import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { onLedger } from './audit-permissions.ts';
import { ledgerAsker } from './reader.ts';
import { SigningKeyView, shownKeys, VkeyView } from './shown-keys.ts';
import { CheckpointView, checkpointView } from './views.ts';

export const listAuditCheckpoints = query({
  summary: 'List checkpoints of the audit ledger',
  description:
    'The largest comes first, with the keys that verify them: what somebody who audits keeps elsewhere.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records audit checkpoints', columns: ['size', 'issuedAt', 'reason', 'rootHash'] },
  input: z.strictObject(pageFields(['sequence'], { most: 100, usual: 25 })),
  output: z.object({
    checkpoints: z.array(CheckpointView),
    vkeys: z.array(VkeyView).describe('The keys of the log, the oldest first.'),
    signingKeys: z.array(SigningKeyView).describe('The keys that sign entries of records.'),
    origin: z.string().nullable().describe('The first line of each checkpoint; null until there is one.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  find: ledgerAsker,
  may: onLedger('verify'),

  async run({ limit, cursor }, context) {
    const below = cursor === undefined ? null : Number(cursor[0]);
    const { rows, count, nextCursor } = pageOf(
      await context.checkpointLog.list(below, limit),
      limit,
      ({ size }) => [String(size)],
    );
    return { checkpoints: rows.map(checkpointView), ...(await shownKeys(context)), count, nextCursor };
  },
});
