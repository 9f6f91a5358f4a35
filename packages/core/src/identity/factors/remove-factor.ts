import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { command } from '../ports.ts';
import { factorNotFound, factorRequiredByWorkspace, lastSignInMethod } from './errors.ts';
import { factorRemoved } from './events.ts';
import { active, passkeysOf } from './factor.ts';
import { ownFactor } from './own-factor.ts';
import { FactorView, factorView } from './views.ts';

export const removeFactor = command({
  summary: 'Remove a second factor',
  description:
    'If it is the last one, the recovery codes are removed too, and sign-in no longer asks for a second step.',
  access: 'account',
  databaseRole: 'identity',
  stepUp: 'factor',
  input: z.strictObject({ factorId: id().describe('The id of the factor.') }),
  output: z.object({ factors: z.array(FactorView).describe('The factors that are left.') }),
  errors: [factorNotFound, factorRequiredByWorkspace, lastSignInMethod],

  find: ({ factorId }, context) => ownFactor(factorId, context),
  async run(_, { found: factor, user, now, accounts, factors, recoveryCodes, emitFor }) {
    const { userId } = user;
    await factors.lock(userId);
    const left = (await factors.ofPerson(userId, now)).filter((other) => other.id !== factor.id);
    const isLast = factor.status === 'active' && active(left).length === 0;
    const demands = isLast ? await factors.demandsOn(userId) : [];
    if (demands.length > 0)
      throw factorRequiredByWorkspace({
        details: demands.map(({ workspaceId, name }) => ({
          path: '',
          code: workspaceId,
          message: `${name} demands a second factor of you.`,
        })),
      });
    const { hasPassword, identities } = await accounts.get(userId);
    const waysLeft = passkeysOf(left).length + identities.length + (hasPassword ? 1 : 0);
    if (factor.kind === 'passkey' && waysLeft === 0) throw lastSignInMethod();

    if (!(await factors.remove(factor.id))) throw factorNotFound();
    if (isLast) await recoveryCodes.removeAll(userId);
    if (factor.status === 'active')
      emitFor(userId, factorRemoved, { userId, factorId: factor.id, kind: factor.kind, name: factor.name });
    return { factors: left.map(factorView) };
  },
});
