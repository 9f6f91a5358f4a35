import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { FactorView, factorView } from './views.ts';

export const listFactors = query({
  summary: 'List your second factors',
  description:
    'Returns your factors, the state of the recovery codes, and the workspaces that demand a second factor of you.',
  access: 'account',
  cli: { columns: ['name', 'kind', 'status', 'lastUsedAt', 'id'] },
  databaseRole: 'identity',
  input: z.strictObject({}),
  output: z.object({
    factors: z.array(FactorView),
    recoveryCodes: z
      .object({
        remaining: z.int().describe('How many recovery codes are left.'),
        generatedAt: shown.instant().describe('When they were made.'),
      })
      .nullable()
      .describe('The codes that stand in for a factor; null if you have no factor.'),
    requiredBy: z
      .array(
        z.object({
          workspaceId: shown.workspaceId(),
          name: z.string().describe('The name of the workspace.'),
          dueAt: shown.instant().describe('Until when a second factor is needed there.'),
        }),
      )
      .describe('The workspaces that ask for a second factor.'),
    count: shown.count(),
    nextCursor: shown.noCursor(),
  }),

  async run(_, { user, now, factors, recoveryCodes }) {
    const known = await factors.ofPerson(user.userId, now);
    return {
      factors: known.map(factorView),
      recoveryCodes: await recoveryCodes.state(user.userId),
      requiredBy: [...(await factors.demandsOn(user.userId))],
      count: known.length,
      nextCursor: null,
    };
  },
});
