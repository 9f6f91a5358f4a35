import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { BillingPorts, BillingReacting } from './ports.ts';

export type WorkspaceWork = FollowUpContext & BillingPorts;

/**
 * Runs one transaction in each workspace, under the lock of its account. One that fails does not hold back the others; the
 * job fails at the end and is repeated (BIL-12), so the work must know by itself what is already done.
 */
export async function eachWorkspace(
  workspaceIds: readonly string[],
  { transact }: Pick<BillingReacting, 'transact'>,
  work: (context: WorkspaceWork, workspaceId: string) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const workspaceId of workspaceIds) {
    try {
      await transact(async (context) => {
        context.enter(workspaceId);
        await context.billingAccounts.lock();
        await work(context, workspaceId);
      });
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${workspaceIds.length} workspaces failed.`);
}
