import { z } from 'zod';
import { memberNotFound } from '../../kernel/access.ts';
import { userId, version } from '../../kernel/shapes.ts';
import { own } from '../../kernel/thing-permission.ts';
import { command } from '../ports.ts';
import { factorResetInvalidState } from './errors.ts';
import { cancelPendingFactorReset } from './factor-reset-cancellation.ts';
import { FactorResetView, factorResetView, versionOfReset } from './views.ts';

export const cancelFactorReset = command({
  summary: 'Cancel a factor reset that is under way',
  description: 'Owners may do this, and the member whose factors are to be removed.',
  access: { owner: 'any', admin: 'own', member: 'own', guest: 'own' },
  databaseRole: 'identity',
  always: true,
  input: z.strictObject({
    userId: userId().describe('The id of the person.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ factorReset: FactorResetView }),
  errors: [memberNotFound, factorResetInvalidState],

  async find({ userId: memberId }, { workspaceId, workspaceAccess, factorResets }) {
    const workspaces = await workspaceAccess.ofPerson(memberId);
    if (workspaces.every(({ id }) => id !== workspaceId)) throw memberNotFound();
    return factorResets.pendingOf(memberId);
  },
  may: own('factor reset', (_, input: { readonly userId: string }) => input.userId),
  // Without one there is nothing to compare: that it waits no more is said below.
  version: (pending, { expectedVersion = 0 }) =>
    pending === null ? expectedVersion : versionOfReset(pending),

  async run({ userId: memberId }, context) {
    const factorReset = await cancelPendingFactorReset(memberId, context.user.userId, context);
    if (factorReset === null) throw factorResetInvalidState();
    return { factorReset: factorResetView(factorReset) };
  },
});
