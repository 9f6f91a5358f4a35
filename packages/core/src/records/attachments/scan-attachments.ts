import { RetryLater } from '../../kernel/outbox.ts';
import { aboutEntry } from '../entries/events.ts';
import { attachmentJobs, recordSweepJobs } from '../jobs.ts';
import { openedKey } from '../keys/scope-key.ts';
import { type RecordsReacting, reaction, scheduled } from '../ports.ts';
import { attachmentStates, cleared, type EntryAttachment, quarantined } from './attachment.ts';
import { attachmentCleared, attachmentLeftUnscanned, entryAttachmentQuarantined } from './events.ts';
import { openedAttachment } from './opened-attachment.ts';
import type { DueAttachment } from './ports.ts';

const batchSize = 100;
const awaySeconds = 60;

/** Has a file looked at for which no scanner could be asked; one that is away is asked again later. */
export const scanAttachment = reaction(
  attachmentLeftUnscanned,
  { topic: 'attachment.scan', policy: attachmentJobs },
  async ({ attachmentId }, context) => {
    const { workspaceId } = context;
    if (workspaceId === null) return;
    const isDone = await scanned({ workspaceId, id: attachmentId }, context);
    if (!isDone) throw new RetryLater('scanner.away', 'The scanner is away.', awaySeconds);
  },
);

/** The same for all that came in while the scanner was away (UPL-15). */
export const rescanAttachments = scheduled(
  { topic: 'attachment.rescan', cron: '50 */6 * * *', policy: recordSweepJobs, databaseRole: 'identity' },
  async (context) => {
    let after: string | null = null;
    for (;;) {
      const due: readonly DueAttachment[] = await unscanned(after, context);
      for (const attachment of due) await scanned(attachment, context);
      after = due.at(-1)?.id ?? null;
      if (due.length < batchSize) return;
    }
  },
);

const unscanned = (after: string | null, { read }: RecordsReacting) =>
  read(({ entryAttachmentSweep }) => entryAttachmentSweep.unscanned(after, batchSize));

/** False if nobody could look at it. */
async function scanned({ workspaceId, id }: DueAttachment, context: RecordsReacting): Promise<boolean> {
  const { transact, keyVault, scanner } = context;
  const attachment = await transact(async (work) => {
    work.enter(workspaceId);
    return work.entryAttachments.find(id);
  });
  if (attachment === null || attachment.blobKey === null || attachment.scan === 'clean') return true;
  const key = await openedKey(attachment.keyId, { keyVault, workspaceId });
  if (key === null) return true;
  const { blobKey } = attachment;
  const content = openedAttachment({ ...attachment, blobKey }, key, { ...context, workspaceId });
  const answer = await scanner.scan(await content.read());
  if (answer === 'skipped') return false;
  await transact(async (work) => {
    work.enter(workspaceId);
    const entry = await work.entries.find(attachment.entryId, 'for update');
    const current = await work.entryAttachments.find(id);
    if (entry === null || current === null || current.scan === 'clean') return;
    const after = settled(current, answer);
    await work.entryAttachments.save(after);
    if (answer === 'infected')
      work.emit(entryAttachmentQuarantined, {
        ...aboutEntry(entry),
        attachmentId: id,
        sha256: current.sha256,
      });
    else if (current.status === 'scanning') work.emit(attachmentCleared, { attachmentId: id });
  });
  return true;
}

function settled(attachment: EntryAttachment, answer: 'clean' | 'infected'): EntryAttachment {
  if (answer === 'clean')
    return attachmentStates.can(attachment.status, 'clear')
      ? cleared(attachment)
      : { ...attachment, scan: 'clean' };
  return attachmentStates.can(attachment.status, 'quarantine') ? quarantined(attachment) : attachment;
}
