import type { RecordEntry } from '../entries/entry.ts';
import type { RecordsPorts } from '../ports.ts';
import { type EntryAttachment, isOfDraft } from './attachment.ts';
import { attachmentNotClean } from './errors.ts';

/** The files that are submitted or signed with the entry; refused unless all of them were found to be clean (records 5.8). */
export async function requireClean(
  { id }: Pick<RecordEntry, 'id'>,
  { entryAttachments }: Pick<RecordsPorts, 'entryAttachments'>,
): Promise<readonly EntryAttachment[]> {
  const attached = (await entryAttachments.of(id)).filter(isOfDraft);
  const others = attached.filter(({ status }) => status !== 'clean');
  if (others.length > 0)
    throw attachmentNotClean({
      details: others.map((each) => ({
        path: '',
        code: `attachment.${each.status}`,
        message: `Look at ${each.fileName}, whose id is ${each.id}.`,
      })),
    });
  return attached;
}
