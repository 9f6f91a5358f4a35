import { documentStates } from './document.ts';
import { isHeld } from './document-holds.ts';
import { isRetained } from './document-retention.ts';
import { documentBytesReleased } from './events.ts';
import { documentJobs } from './jobs.ts';
import { scheduled } from './ports.ts';
import { purgedDocument } from './purged-document.ts';

const mostInRun = 200;

/**
 * Destroys what has been in the trash for its time, each document in a transaction of its own that looks at holds and
 * retention once more (LIB-9). What a crash left of destroyed documents is released again.
 */
export const purgeDueDocuments = scheduled(
  { topic: 'documents.purge', cron: '15 * * * *', policy: documentJobs, databaseRole: 'identity' },
  async ({ now, read, transact }) => {
    const due = await read(({ documentSweep }) => documentSweep.dueForPurge(now, mostInRun));
    for (const { workspaceId, id } of due)
      await transact(async (work) => {
        work.enter(workspaceId);
        const document = await work.documents.get(id, 'for update');
        if (document === null) return;
        if (document.status === 'disposed') return work.emit(documentBytesReleased, { documentId: id });
        const isDue = document.purgeAfter !== null && document.purgeAfter <= now;
        if (!isDue || !documentStates.can(document.status, 'purge')) return;
        if (await isHeld(work.documentHolds, id)) return;
        if (await isRetained(work.documentRetention, id)) return;
        await purgedDocument(document, work);
      });
  },
);
