import { groupBy } from '../kernel/grouping.ts';
import type { LifecycleReacting } from './ports.ts';

interface OfWorkspace {
  readonly workspaceId: string;
}
export type Work = Parameters<Parameters<LifecycleReacting['transact']>[0]>[0];

/** So many at a time, each time those that come after the last one of before. */
interface Sweep<T> {
  readonly most: number;
  find(after: T | null, most: number): Promise<readonly T[]>;
}

/** Settles all that a sweep finds, what belongs to one workspace together in a transaction. */
export function settleByWorkspace<T extends OfWorkspace>(
  sweep: Sweep<T>,
  settle: (found: readonly T[], work: Work) => Promise<void>,
  { transact }: Pick<LifecycleReacting, 'transact'>,
): Promise<void> {
  return eachBatch(sweep, async (batch) => {
    for (const [workspaceId, found] of groupBy(batch, (one) => one.workspaceId))
      await transact(async (work) => {
        work.enter(workspaceId);
        await settle(found, work);
      });
  });
}

/** Settles all that a sweep finds, each in a transaction of its own. */
export function settleEach<T extends OfWorkspace>(
  sweep: Sweep<T>,
  settle: (found: T, work: Work) => Promise<void>,
  { transact }: Pick<LifecycleReacting, 'transact'>,
): Promise<void> {
  return eachBatch(sweep, async (batch) => {
    for (const found of batch)
      await transact(async (work) => {
        work.enter(found.workspaceId);
        await settle(found, work);
      });
  });
}

/** Hands over all that a sweep finds, so many at a time. */
export async function eachBatch<T>(
  { most, find }: Sweep<T>,
  settle: (batch: readonly T[]) => Promise<void>,
): Promise<void> {
  let after: T | null = null;
  for (;;) {
    const batch: readonly T[] = await find(after, most);
    await settle(batch);
    if (batch.length < most) return;
    after = batch.at(-1) ?? null;
  }
}
