import type { Instant } from '../../kernel/time.ts';
import type { LifecycleReacting } from '../ports.ts';
import { settleByWorkspace, type Work } from '../sweep.ts';
import type { DueDocument } from './ports.ts';

/** A transaction with so many ends well within the two seconds that it may take (PLT-21), also on a busy machine. */
const batch = 100;

/** Goes through all documents for which something is to happen by then, so many of one workspace in each transaction. */
export const eachDocumentToPlan = (
  until: Instant,
  settle: (documentIds: readonly string[], work: Work) => Promise<unknown>,
  { read, transact }: Pick<LifecycleReacting, 'read' | 'transact'>,
): Promise<void> =>
  settleByWorkspace(
    {
      most: batch,
      find: (after: DueDocument | null, most) =>
        read(({ actionSweep }) => actionSweep.toPlan(until, after, most)),
    },
    async (found, work) => {
      await settle(
        found.map(({ documentId }) => documentId),
        work,
      );
    },
    { transact },
  );
