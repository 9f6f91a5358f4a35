import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { onLedger } from '../audit/audit-permissions.ts';
import { ledgerAsker } from '../audit/reader.ts';
import { query } from '../ports.ts';
import { IntegrityCheckView, shownChecks } from './views.ts';

export const listIntegrityChecks = query({
  summary: 'List checks of integrity',
  description: 'The newest comes first: the result of a check that was too long for its request is here.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'records integrity list', columns: ['createdAt', 'status', 'checked.events', 'id'] },
  input: z.strictObject(pageFields(['id'], { most: 100, usual: 20 })),
  output: z.object({
    checks: z.array(IntegrityCheckView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  find: ledgerAsker,
  may: onLedger('verify'),

  async run({ limit, cursor }, context) {
    const { rows, count, nextCursor } = pageOf(
      await context.integrityChecks.list(cursor ?? null, limit),
      limit,
      ({ id }) => [id],
    );
    return { checks: await shownChecks(rows, context), count, nextCursor };
  },
});
