import { z } from 'zod';
import { id, visibleName } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { factorNotFound } from './errors.ts';
import { ownFactor } from './own-factor.ts';
import { FactorView, factorView } from './views.ts';

export const renameFactor = command({
  summary: 'Rename a second factor',
  access: 'account',
  databaseRole: 'identity',
  input: z.strictObject({
    factorId: id().describe('The id of the factor.'),
    name: visibleName(60)
      .describe('The new name of the factor.')
      .meta({ examples: ['Old phone'] }),
  }),
  output: z.object({ factor: FactorView }),
  errors: [factorNotFound],

  find: ({ factorId }, context) => ownFactor(factorId, context),
  async run({ name }, { found: factor, factors }) {
    await factors.rename(factor.id, name);
    return { factor: factorView({ ...factor, name }) };
  },
});
