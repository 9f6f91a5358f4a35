import { memberSuspended, workspaceNotActive } from '../kernel/access.ts';
import { workspaceNotFound } from './errors.ts';
import type { WorkspaceSummary } from './ports.ts';

const canAct = ({ status, memberStatus }: WorkspaceSummary): boolean =>
  memberStatus === 'active' && (status === 'active' || status === 'closing');

/**
 * Picks the workspace in which a session is active. The person's workspaces come most recently used first: it is the requested
 * one if the person can act there, else the first active one, else one that is closing, else none (SES-12).
 */
export function activeWorkspace(
  workspaces: readonly WorkspaceSummary[],
  wantedId: string | null,
): WorkspaceSummary | null {
  const usable = workspaces.filter(canAct);
  return (
    usable.find(({ id }) => id === wantedId) ??
    usable.find(({ status }) => status === 'active') ??
    usable[0] ??
    null
  );
}

/** Returns the workspace to switch to, or throws what prevents it. */
export function switchTarget(workspaces: readonly WorkspaceSummary[], workspaceId: string): WorkspaceSummary {
  const target = workspaces.find(({ id }) => id === workspaceId);
  if (target === undefined) throw workspaceNotFound();
  if (target.memberStatus === 'suspended') throw memberSuspended();
  if (!canAct(target)) throw workspaceNotActive();
  return target;
}
