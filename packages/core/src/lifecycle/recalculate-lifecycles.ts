import { folderUpdated } from '../documents/index.ts';
import { requireTimeZones, timeZonesChanged, workspaceSettingsChanged } from '../workspace/index.ts';
import { recalculationDue } from './events.ts';
import { boundaryJobs, recalculationJobs } from './jobs.ts';
import { evaluateDocuments } from './lifecycles/evaluate-documents.ts';
import { reaction } from './ports.ts';
import { eachDocumentToPlan } from './worker/each-document-to-plan.ts';

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

/** The days of documents whose policy names no zone begin at other instants in another zone of the workspace (LIF-3). */
export const recalculateMovedWorkspace = reaction(
  workspaceSettingsChanged,
  { topic: 'lifecycle.recalculate_workspace', policy: recalculationJobs, needs: ['changed'] },
  ({ changed }, { once }) =>
    once(async ({ emit }) => {
      if (changed.includes('defaultTimeZone'))
        emit(recalculationDue, { by: { scope: 'workspace', targetId: null }, after: null });
    }),
);

/** After a new release of the tz data days to come begin when it says so (LIF-28). What has happened stays. */
export const recalculateBoundaries = reaction(
  timeZonesChanged,
  { topic: 'lifecycle.boundaries', policy: boundaryJobs, databaseRole: 'identity' },
  async ({ to }, context) => {
    requireTimeZones(to, context.timeZones);
    await eachDocumentToPlan(endOfCalendar, evaluateDocuments, context);
  },
);
/** Whatever is to happen for a document, happens before. */
const endOfCalendar = '9999-12-31T23:59:59.999Z';
