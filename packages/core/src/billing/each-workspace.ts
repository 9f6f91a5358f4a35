import type { FollowUpContext } from '../kernel/reacting-context.ts';
import type { BillingPorts } from './ports.ts';

export type WorkspaceWork = FollowUpContext & BillingPorts;

/** Whoever opens writing transactions: a job, or a command of the operator. */
export interface Transacting {
  transact<T>(work: (context: WorkspaceWork) => Promise<T>): Promise<T>;
}

/** One transaction in a workspace, under the lock of its account. */
export const inWorkspace = <T>(
  workspaceId: string,
  { transact }: Transacting,
  work: (context: WorkspaceWork) => Promise<T>,
): Promise<T> =>
  transact(async (context) => {
    context.enter(workspaceId);
    await context.billingAccounts.lock();
    return work(context);
  });

/**
 * Works one workspace after the other. One that fails does not hold back the others; the job fails at the end and is
 * repeated (BIL-12), so the work must know by itself what is already done.
 */
export async function eachWorkspace(
  workspaceIds: readonly string[],
  work: (workspaceId: string) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const workspaceId of workspaceIds) {
    try {
      await work(workspaceId);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${workspaceIds.length} workspaces failed.`);
}
