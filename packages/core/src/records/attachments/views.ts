import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { EntrySeal } from '../entries/content.ts';
import { attachmentSources, attachmentStates, captionPlace, type EntryAttachment } from './attachment.ts';

export const AttachmentView = z
  .object({
    id: shown.ownId(),
    artifactId: z.uuid().describe('The id of the entry.'),
    addendumId: z.uuid().nullable().describe('The addendum that it came with; null for none.'),
    fileName: z.string().describe('What the file is called.'),
    contentType: z.string().describe('What its bytes are.'),
    sizeBytes: z.int().describe('How many bytes it has.'),
    sha256: z.string().describe('The SHA-256 of its bytes.'),
    source: z.enum(attachmentSources).describe('Where it came from.'),
    sourceId: z.string().nullable().describe('The id of that; null of an upload.'),
    sourceVersion: z.string().nullable().describe('The version of that; null of an upload.'),
    caption: z.string().nullable().describe('What people read beside it; null for nothing.'),
    status: z
      .enum([...attachmentStates.states, 'erased'])
      .describe('Whether it was looked at, and can be read.'),
    scan: z
      .enum(['clean', 'skipped'])
      .nullable()
      .describe('What the scanner said; skipped if it was away, null while it was not asked.'),
    createdAt: shown.createdAt(),
    removedAt: shown
      .instant()
      .nullable()
      .describe('When it was taken out of the draft; null if it is there.'),
  })
  .meta({ id: 'RecordAttachment', description: 'A file of an entry.' });

/** Whatever was sealed under a key that is destroyed is erased, and so are bytes that are deleted. */
export const attachmentView = (
  { entryId, captionSealed, blobKey, addedAt, ...attachment }: EntryAttachment,
  seal: EntrySeal,
): z.input<typeof AttachmentView> => {
  const { id, addendumId, fileName, contentType, sizeBytes, sha256, scan, removedAt } = attachment;
  const { source, sourceId, sourceVersion } = attachment;
  return {
    ...{ id, artifactId: entryId, addendumId, fileName, contentType, sizeBytes, sha256 },
    ...{ source, sourceId, sourceVersion },
    caption: seal.openText(captionPlace(id), captionSealed),
    status: seal.isDestroyed || blobKey === null ? 'erased' : attachment.status,
    scan,
    createdAt: addedAt,
    removedAt,
  };
};
