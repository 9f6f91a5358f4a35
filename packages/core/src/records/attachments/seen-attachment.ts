import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { Purpose } from '../access/labels.ts';
import { isEditable, type RecordEntry } from '../entries/entry.ts';
import { type SeenEntry, seenEntry } from '../entries/seen-entry.ts';
import type { RecordsPorts } from '../ports.ts';
import type { EntryAttachment } from './attachment.ts';
import { attachmentNotFound, entryLocked } from './errors.ts';

/** A file of an entry that the caller sees. */
export interface SeenAttachment extends SeenEntry {
  readonly attachment: EntryAttachment;
}

interface Asked {
  readonly artifactId: string;
  readonly attachmentId: string;
  readonly purposeOfUse?: Purpose | undefined;
}

export async function seenAttachment(
  asked: Asked,
  context: Pick<RecordsPorts, 'entries' | 'recordStandings' | 'entryAttachments'> &
    Pick<HandlerContext, 'user' | 'now'>,
  lock?: 'for update',
): Promise<SeenAttachment> {
  const seen = await seenEntry(asked, context, lock);
  const attachment = await context.entryAttachments.find(asked.attachmentId);
  if (attachment?.entryId !== seen.entry.id || attachment.releasedAt !== null) throw attachmentNotFound();
  return { ...seen, attachment };
}

/** Files come and go only while the entry can be written in (REC-41). */
export async function requireUnlocked(
  { id }: Pick<RecordEntry, 'id'>,
  { entries }: Pick<RecordsPorts, 'entries'>,
): Promise<void> {
  const [version] = await entries.workingVersions([id]);
  if (version === undefined || !isEditable(version)) throw entryLocked();
}
