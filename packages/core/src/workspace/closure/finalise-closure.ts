import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { JobPolicy } from '../../kernel/outbox.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { plusDays } from '../../kernel/time.ts';
import { workspaceClosed, workspaceClosingNotice } from '../events.ts';
import { scheduled, type WorkspacePorts, type WorkspaceReacting } from '../ports.ts';
import { workspaceStates } from '../workspace.ts';
import { closureBlockers } from './closure-start.ts';

/** How long the slug of a closed workspace is kept from others (WSP-9). */
const reservationDays = 90;
const noticeDays = 7;

export const closurePolicy: JobPolicy = {
  queue: 'system',
  maxAttempts: 20,
  baseSeconds: 300,
  capSeconds: 86_400,
  leaseSeconds: 3600,
};

/**
 * Closes the workspaces whose closing period is over, then purges them context by context. If something blocks one, it stays
 * closing and its owners are notified every week (platform 3.4). One that fails does not hold back the others.
 */
export const finaliseClosure = scheduled(
  {
    topic: 'workspace.finalise_closure',
    cron: '10 4 * * *',
    policy: closurePolicy,
    databaseRole: 'identity',
  },
  async (context) => {
    const failures: unknown[] = [];
    const due = await context.read(({ closures }) => closures.due(context.now));
    for (const { workspaceId, status } of due) {
      try {
        const closed =
          status === 'closed' || (await context.transact((work) => closeOrNotify(workspaceId, work)));
        if (closed) await purgeWorkspace(workspaceId, context);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} workspaces are not closed.`);
  },
);

/** Tells whether the workspace is closed now. Nobody gets in from then on, so nothing is written while it is purged. */
async function closeOrNotify(workspaceId: string, work: FollowUpContext & WorkspacePorts): Promise<boolean> {
  work.enter(workspaceId);
  const { workspaces, closures, owners, now, emit } = work;
  await workspaces.lock();
  const workspace = await workspaces.get();
  // It was reopened, or given another month, after it was found.
  if (workspace.status !== 'closing' || workspace.closesAt === null || workspace.closesAt > now) return false;
  const blockers = await closureBlockers(workspaceId, work.closureParticipants);
  if (blockers.length > 0) {
    if (await closures.takeNotice(now, plusDays(now, -noticeDays)))
      for (const userId of await owners.ownerIds())
        emit(workspaceClosingNotice, { userId, notice: 'blocked', closesAt: workspace.closesAt });
    return false;
  }
  const closed = await workspaces.save({
    ...workspace,
    status: workspaceStates.next(workspace.status, 'finalise'),
    updatedAt: now,
  });
  await workspaces.releaseSlug(workspace.slug, plusDays(now, reservationDays));
  await closures.close(now, hexOf(sha256(workspace.name)));
  emit(workspaceClosed, { workspaceId, version: closed.version });
  return true;
}

/** Purges later contexts first, since they refer to earlier ones; the workspace itself comes last. */
export async function purgeWorkspace(
  workspaceId: string,
  { closurePurges }: Pick<WorkspaceReacting, 'closurePurges'>,
): Promise<void> {
  for (const participant of [...closurePurges].reverse()) await participant.purge(workspaceId);
}
