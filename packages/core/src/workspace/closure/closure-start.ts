import type { FailureDetail } from '../../kernel/errors.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { plusDays } from '../../kernel/time.ts';
import { closureBlocked } from '../errors.ts';
import { workspaceClosing } from '../events.ts';
import type { WorkspacePorts } from '../ports.ts';
import { closedByOwner, type Workspace } from '../workspace.ts';
import type { ClosureParticipant } from './closure-participant.ts';

/** How long a closing workspace can be reopened (platform 3.4). */
const closingDays = 30;

/** Lists what keeps the workspace that the transaction has entered from closing, by context. */
export async function closureBlockers(
  workspaceId: string,
  participants: readonly ClosureParticipant[],
): Promise<readonly FailureDetail[]> {
  const details: FailureDetail[] = [];
  for (const participant of participants)
    for (const { kind, count } of await participant.blockers(workspaceId))
      details.push({
        path: '',
        code: `${participant.context}.${kind}`,
        message: `${count} of ${kind} in ${participant.context}.`,
      });
  return details;
}

/**
 * Starts the closing of the workspace that the transaction has entered and locked; one that is closing already stays as it
 * is. Throws `workspace.closure_blocked` with what blocks it.
 */
export async function startClosing(
  reason: string,
  { workspaces, closureParticipants }: Pick<WorkspacePorts, 'workspaces' | 'closureParticipants'>,
  context: FollowUpContext,
): Promise<Workspace> {
  const { now, emit } = context;
  const workspace = await workspaces.get();
  if (workspace.status === 'closing') return workspace;
  const closesAt = plusDays(now, closingDays);
  const closing = closedByOwner(workspace, closesAt, now);
  const details = await closureBlockers(workspace.id, closureParticipants);
  if (details.length > 0) throw closureBlocked({ details });
  const after = await workspaces.save(closing);
  emit(workspaceClosing, { workspaceId: after.id, closesAt, reason, version: after.version });
  return after;
}
