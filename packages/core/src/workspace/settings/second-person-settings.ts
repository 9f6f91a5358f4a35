import type { WritingContext } from '../../kernel/handler-context.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { secondPersonAvailable } from '../errors.ts';
import { secondPersonCoolingOffEnabled, secondPersonEnded } from '../events.ts';
import type { WorkspacePorts } from '../ports.ts';
import { eligibleIn } from '../second-person/candidates.ts';
import { notifyOwnersOfSecondPerson } from '../second-person/owner-notices.ts';
import type { Workspace, WorkspaceSettings } from '../workspace.ts';

/** SPR-1: only a person who is alone in the workspace may switch this on. The transaction holds the workspace's lock. */
export async function requireNobodyElse(
  after: WorkspaceSettings,
  context: WorkspacePorts & Pick<WritingContext, 'workspaceId'>,
): Promise<void> {
  if (after.secondPerson !== 'cooling_off') return;
  const eligible = await eligibleIn(context.workspaceId, context);
  if (eligible.length < 2) return;
  throw secondPersonAvailable({
    details: eligible.map(({ userId, displayName, because }) => ({
      path: '/body/secondPerson',
      code: userId,
      message: `${displayName} (${because}) can act as second person.`,
    })),
  });
}

/** Records when the settings changed, for the steps that wait already, and notifies the owners (SPR-4, SPR-8). */
export async function recordSecondPerson(
  before: WorkspaceSettings,
  { id: workspaceId, version, settings: after }: Workspace,
  {
    secondPerson,
    owners,
    user,
    now,
    newId,
    emit,
  }: WorkspacePorts & Pick<WritingContext, 'user'> & Pick<FollowUpContext, 'now' | 'newId' | 'emit'>,
): Promise<void> {
  const { secondPerson: mode, secondPersonCoolingOffHours: coolingOffHours } = after;
  const switched = before.secondPerson !== mode;
  if (!switched && before.secondPersonCoolingOffHours === coolingOffHours) return;
  await secondPerson.addChange({
    id: newId(),
    mode,
    coolingOffHours,
    changedAt: now,
    changedByUserId: user.userId,
  });
  const on = mode === 'cooling_off';
  if (switched && on) emit(secondPersonCoolingOffEnabled, { workspaceId, version, coolingOffHours });
  if (switched && !on) emit(secondPersonEnded, { workspaceId, version, itself: false });
  // While the setting is off, its hours concern nobody.
  if (!switched && !on) return;
  const notice = switched ? (on ? 'enabled' : 'disabled') : 'changed';
  await notifyOwnersOfSecondPerson(notice, null, { owners, emit });
}
