import { storedContent } from '../kernel/stored-content.ts';
import { documentStates, quarantined } from './document.ts';
import { documentQuarantined, factsOf } from './events.ts';
import { rescanJobs } from './jobs.ts';
import { type DocumentsReacting, type DueDocument, scheduled } from './ports.ts';
import { endDocumentShares } from './shares/end-document-shares.ts';

const batchSize = 100;

/**
 * Scans what came in while the scanner was away (CNT-8). What it finds malware in is quarantined; what it cannot look at
 * stays as it is until the next run.
 */
export const rescanDocuments = scheduled(
  { topic: 'documents.rescan', cron: '40 */6 * * *', policy: rescanJobs, databaseRole: 'identity' },
  async (context) => {
    let after: string | null = null;
    for (;;) {
      const due: readonly DueDocument[] = await unscanned(context, after);
      for (const document of due) await rescan(document, context);
      after = due.at(-1)?.id ?? null;
      if (due.length < batchSize) return;
    }
  },
);

const unscanned = ({ read }: DocumentsReacting, after: string | null) =>
  read(({ documentSweep }) => documentSweep.unscanned(after, batchSize));

async function rescan(
  { workspaceId, id }: DueDocument,
  { now, transact, blobs, scanner }: DocumentsReacting,
): Promise<void> {
  const original = await transact(async (work) => {
    work.enter(workspaceId);
    return work.documentVersions.newest(id, 'original');
  });
  if (original === null) return;
  const answer = await scanner.scan(await storedContent(blobs, original).read());
  if (answer === 'skipped') return;
  await transact(async (work) => {
    work.enter(workspaceId);
    const document = await work.documents.get(id, 'for update');
    if (document === null || document.scan !== 'skipped') return;
    if (answer === 'clean') {
      await work.documents.save({ ...document, scan: 'clean' });
      return;
    }
    if (!documentStates.can(document.status, 'quarantine')) return;
    const after = await work.documents.save(quarantined(document, now));
    await endDocumentShares(id, 'document_quarantined', null, work);
    work.emit(documentQuarantined, { ...factsOf(after), ownerUserId: after.ownerUserId });
  });
}
