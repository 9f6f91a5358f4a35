import { z } from 'zod';
import { id, text } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { factorNotFound } from './errors.ts';
import { hasLapsed } from './factor.ts';
import { FactorView, factorView } from './views.ts';

export const renameFactor = command({
  summary: 'Rename a second factor',
  access: 'account',
  unit: 'identity',
  input: z.strictObject({ factorId: id(), name: text(60) }),
  output: z.object({ factor: FactorView }),
  errors: [factorNotFound],

  async find({ factorId }, { user, now, factors }) {
    const factor = await factors.get(user.userId, factorId);
    if (factor === null || hasLapsed(factor, now)) throw factorNotFound();
    return factor;
  },

  async run({ name }, { found: factor, factors }) {
    await factors.rename(factor.id, name);
    return { factor: factorView({ ...factor, name }) };
  },
});
