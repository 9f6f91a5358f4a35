import { z } from 'zod';
import { storedFile } from '../../kernel/file-answer.ts';
import { onCase } from '../cases/seen-case.ts';
import { artifactId } from '../entries/entry-fields.ts';
import { aboutEntry } from '../entries/events.ts';
import { deniedEntry } from '../entries/seen-entry.ts';
import { entryNotFound, recordsPurposeNotAllowed, recordsPurposeRequired } from '../errors.ts';
import { openedKey } from '../keys/scope-key.ts';
import { slowQuery } from '../ports.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { attachmentId } from './attachment-fields.ts';
import { attachmentErased, attachmentNotClean, attachmentNotFound, attachmentQuarantined } from './errors.ts';
import { entryAttachmentRead } from './events.ts';
import { openedAttachment, readableBytes } from './opened-attachment.ts';
import { seenAttachment } from './seen-attachment.ts';

export const getEntryAttachmentContent = slowQuery({
  summary: 'Download a file of an entry',
  description:
    'Whole or in part; of a part only the sealed segments that it touches are opened. What is sent is noted in the ledger, and the file is saved, never shown.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'records entries attachments download' },
  always: true,
  input: z.strictObject({
    artifactId: artifactId(),
    attachmentId: attachmentId(),
    purposeOfUse: purposeOfUse(),
  }),
  output: storedFile(),
  errors: [
    entryNotFound,
    attachmentNotFound,
    attachmentNotClean,
    attachmentQuarantined,
    attachmentErased,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: (input, context) => seenAttachment(input, context),
  may: onCase('download'),

  async run(_, { found: { attachment, entry, used } }) {
    return { ...attachment, blobKey: readableBytes(attachment), entry, used };
  },

  async compose({ entry, used, ...attachment }, _, context) {
    const key = await openedKey(attachment.keyId, context);
    if (key === null) throw attachmentErased();
    const { id: attachmentId, sha256, fileName, contentType, blobKey, sizeBytes } = attachment;
    return {
      mediaType: contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
      fileName,
      disposition: 'attachment',
      etag: `sha256-${sha256}`,
      cacheControl: 'private, no-store',
      // Who gets no byte has read nothing.
      delivering: () =>
        context.transact(async ({ accessedBy, emit }) => {
          accessedBy(used);
          emit(entryAttachmentRead, { ...aboutEntry(entry), attachmentId, sha256 });
        }),
      stored: {
        blobKey,
        sizeBytes,
        opened: (range, signal) => openedAttachment(attachment, key, context).read(range, signal),
      },
    } as const;
  },
});
