import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { type DocumentsReacting, scheduled } from '../ports.ts';
import { expired, statusAt } from './document-share.ts';
import { shareExpired, shareFactsOf } from './events.ts';
import type { ShareOfToken } from './ports.ts';

const batchSize = 200;

/**
 * Notes which shares time has ended, and counts them off at their documents. Nobody waits for it: every request compares the
 * time by itself.
 */
export const expireDocumentShares = scheduled(
  {
    topic: 'shares.expire',
    cron: '*/10 * * * *',
    policy: { ...defaultJobPolicy, queue: 'documents', maxAttempts: 3 },
    databaseRole: 'identity',
  },
  async (context) => {
    for (;;) {
      const due: readonly ShareOfToken[] = await context.read(({ documentShareSweep }) =>
        documentShareSweep.due(context.now, batchSize),
      );
      for (const share of due) await expire(share, context);
      if (due.length < batchSize) return;
    }
  },
);

const expire = ({ workspaceId, documentId, id }: ShareOfToken, { now, transact }: DocumentsReacting) =>
  transact(async (work) => {
    work.enter(workspaceId);
    await work.documents.get(documentId, 'for update');
    const share = await work.documentShares.get(id, 'for update');
    if (share === null || share.status !== 'active' || statusAt(share, now) !== 'expired') return;
    const [after = share] = await work.documentShares.save(documentId, [expired(share, now)]);
    work.emit(shareExpired, shareFactsOf(after));
  });
