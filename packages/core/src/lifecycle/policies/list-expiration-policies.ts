import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { expirationPolicyStates } from './expiration-policy.ts';
import { shownPolicies } from './policy-use.ts';
import { ExpirationPolicyView } from './views.ts';

export const listExpirationPolicies = query({
  summary: 'List expiration policies',
  description: 'Returns the policies of the workspace by name.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { columns: ['name', 'basis', 'graceDays', 'revision', 'id'] },
  input: z.strictObject({
    status: z
      .enum([...expirationPolicyStates.states, 'all'])
      .default('active')
      .describe('Which policies to show.'),
    ...pageFields(['text', 'id'], { most: 200, usual: 100 }),
  }),
  output: z.object({
    policies: z.array(ExpirationPolicyView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run({ status, limit, cursor }, context) {
    const found = await context.expirationPolicies.list(status, cursor ?? null, limit);
    const { rows, count, nextCursor } = pageOf(found, limit, ({ name, id }) => [name, id]);
    return {
      policies: await shownPolicies(rows, context),
      count,
      nextCursor,
    };
  },
});
