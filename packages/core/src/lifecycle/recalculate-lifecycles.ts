import { folderUpdated } from '../documents/index.ts';
import { recalculationDue } from './events.ts';
import { recalculationJobs } from './jobs.ts';
import { evaluateDocuments } from './lifecycles/evaluate-documents.ts';
import { reaction } from './ports.ts';

const batch = 500;

/** Computes anew what follows for documents that a change concerns, so many at a time; the next batch is a job of its own. */
export const recalculateLifecycles = reaction(
  recalculationDue,
  {
    topic: 'lifecycle.recalculate',
    policy: recalculationJobs,
    aggregate: () => null,
    orderingKey: ({ by }) => JSON.stringify(by),
  },
  ({ by, after }, { once }) =>
    once(async (work) => {
      const documentIds = await work.lifecycles.concerned(by, after, batch);
      await evaluateDocuments(documentIds, work);
      const last = documentIds.at(-1);
      if (documentIds.length === batch && last !== undefined)
        work.emit(recalculationDue, { by, after: last });
    }),
);

/** A folder that moves takes its documents under other policies (LIF-1). */
export const recalculateMovedFolder = reaction(
  folderUpdated,
  { topic: 'lifecycle.recalculate_folder', policy: recalculationJobs, needs: ['folderId'] },
  ({ folderId }, { once }) =>
    once(async ({ emit }) =>
      emit(recalculationDue, { by: { scope: 'folder', targetId: folderId }, after: null }),
    ),
);
