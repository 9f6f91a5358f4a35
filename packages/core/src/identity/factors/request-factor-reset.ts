import { z } from 'zod';
import { memberNotFound, memberSelf } from '../../kernel/access.ts';
import { text, userId } from '../../kernel/shapes.ts';
import { plusSeconds } from '../../kernel/time.ts';
import { command, type WorkspaceSummary } from '../ports.ts';
import { factorResetMemberElsewhere, factorResetPending, noFactorEnrolled } from './errors.ts';
import { factorResetRequested } from './events.ts';
import { type FactorReset, factorResetStates } from './factor.ts';
import { FactorResetView, factorResetView } from './views.ts';

export const requestFactorReset = command({
  summary: 'Ask for the removal of the second factors of a member who lost them',
  description:
    'The reset takes effect after the hours that the installation sets, 72 by default. The member and all owners are notified at once, and a sign-in with a factor cancels it.',
  access: { owner: 'any' },
  cli: { example: { reason: 'Her phone was stolen; I called her back.' } },
  databaseRole: 'identity',
  stepUp: true,
  always: true,
  input: z.strictObject({
    userId: userId().describe('The id of the person.'),
    reason: text(500, 20).describe('Why you are sure that it is this member who asks.'),
  }),
  output: z.object({ factorReset: FactorResetView }),
  errors: [memberNotFound, memberSelf, factorResetMemberElsewhere, noFactorEnrolled, factorResetPending],

  async find({ userId: memberId }, { workspaceId, workspaceAccess }) {
    const workspaces = await workspaceAccess.ofPerson(memberId);
    if (workspaces.every(({ id }) => id !== workspaceId)) throw memberNotFound();
    return workspaces;
  },

  async run({ userId: memberId, reason }, context) {
    const { found: workspaces, user, now, newId, settings, workspaceId, emitFor } = context;
    const { accounts, factors, factorResets, workspaceAccess } = context;
    if (memberId === user.userId) throw memberSelf();
    if (!ownsAll(await workspaceAccess.ofPerson(user.userId), workspaces)) throw factorResetMemberElsewhere();
    await factors.lock(memberId);
    if (!(await accounts.get(memberId)).hasSecondFactor) throw noFactorEnrolled();

    const reset: FactorReset = {
      id: newId(),
      userId: memberId,
      requestedByUserId: user.userId,
      reason,
      status: factorResetStates.begin('pending'),
      requestedAt: now,
      effectiveAt: plusSeconds(now, settings.factorResetHours * 3600),
      cancelledAt: null,
      cancelledByUserId: null,
    };
    if (!(await factorResets.add(reset))) throw factorResetPending();
    emitFor(memberId, factorResetRequested, {
      factorResetId: reset.id,
      userId: memberId,
      requestedByUserId: user.userId,
      workspaceId,
      reason,
      effectiveAt: reset.effectiveAt,
    });
    return { factorReset: factorResetView(reset) };
  },
});

/** Whether the first person owns every workspace in which the other is active (MFA-14). */
export function ownsAll(own: readonly WorkspaceSummary[], others: readonly WorkspaceSummary[]): boolean {
  const owned = new Set(
    own.flatMap(({ id, role, memberStatus }) => (role === 'owner' && memberStatus === 'active' ? [id] : [])),
  );
  return others.every(({ id, memberStatus }) => memberStatus !== 'active' || owned.has(id));
}
