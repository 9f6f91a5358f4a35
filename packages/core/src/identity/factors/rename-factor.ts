import { z } from 'zod';
import { versionConflict } from '../../kernel/errors.ts';
import { id, version, visibleName } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { factorNotFound } from './errors.ts';
import { changedFactor } from './factor.ts';
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
    expectedVersion: version().optional(),
  }),
  output: z.object({ factor: FactorView }),
  errors: [factorNotFound],

  find: ({ factorId }, context) => ownFactor(factorId, context),
  version: (factor) => factor.version,

  async run({ name }, { found: factor, factors, now }) {
    if (!(await factors.rename(factor, name, now))) throw versionConflict();
    return { factor: factorView(changedFactor(factor, { name }, now)) };
  },
});
