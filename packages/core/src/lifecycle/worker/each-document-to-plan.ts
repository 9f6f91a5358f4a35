import { groupBy } from '../../kernel/grouping.ts';
import type { Instant } from '../../kernel/time.ts';
import type { LifecycleReacting } from '../ports.ts';
import type { DueDocument } from './ports.ts';

const batch = 200;

type Work = Parameters<Parameters<LifecycleReacting['transact']>[0]>[0];

/** Goes through all documents for which something is to happen by then, so many of one workspace in each transaction. */
export async function eachDocumentToPlan(
  until: Instant,
  settle: (documentIds: readonly string[], work: Work) => Promise<unknown>,
  { read, transact }: Pick<LifecycleReacting, 'read' | 'transact'>,
): Promise<void> {
  let after: DueDocument | null = null;
  for (;;) {
    const from: DueDocument | null = after;
    const due: readonly DueDocument[] = await read(({ actionSweep }) =>
      actionSweep.toPlan(until, from, batch),
    );
    for (const [workspaceId, documents] of groupBy(due, (one) => one.workspaceId))
      await transact(async (work) => {
        work.enter(workspaceId);
        await settle(
          documents.map(({ documentId }) => documentId),
          work,
        );
      });
    after = due.at(-1) ?? null;
    if (due.length < batch) return;
  }
}
