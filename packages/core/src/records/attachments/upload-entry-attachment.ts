import { z } from 'zod';
import { planLimitReached } from '../../kernel/errors.ts';
import { incomingFile } from '../../kernel/incoming-file.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import {
  mediaTypeOf,
  typeFailure,
  uploadArchiveUnsafe,
  uploadRejected,
  uploadTypeNotAllowed,
} from '../../uploads/index.ts';
import { onCase } from '../cases/seen-case.ts';
import { sealOf } from '../entries/case-key.ts';
import { artifactId } from '../entries/entry-fields.ts';
import { changedEntry, deniedEntry } from '../entries/seen-entry.ts';
import { action, type RecordsPreparing } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { attach, attachingRefusals } from './attach.ts';
import { caption } from './attachment-fields.ts';
import { plainObjectReleased } from './events.ts';
import { type BytesToAttach, sealedFile } from './sealed-file.ts';
import { AttachmentView, attachmentView } from './views.ts';

export const uploadEntryAttachment = action({
  summary: 'Upload a file to the draft of an entry',
  description:
    'Takes one file of at most 50 MiB; send larger ones as a resumable upload. The bytes decide its type, whatever its name says; they are sealed under the key of the case, and a file with malware is refused.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    caption: caption(),
    purposeOfUse: purposeOfUse(),
    file: incomingFile(),
  }),
  output: z.object({ attachment: AttachmentView }),
  errors: [...attachingRefusals, planLimitReached, uploadTypeNotAllowed, uploadRejected, uploadArchiveUnsafe],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('write'),

  prepare: ({ artifactId: id, file }, context) => sealedFile(id, () => uploadedBytes(file, context), context),
  limit: ({ file }, { entitlements }) => entitlements.take('storage_bytes', file.sizeBytes),

  async run({ caption: given, file: { blobKey } }, context) {
    const { file, key } = context.prepared;
    const seal = sealOf(key, context);
    const attachment = await attach(file, given, seal, context);
    context.emit(plainObjectReleased, { blobKey });
    return { attachment: attachmentView(attachment, seal) };
  },
});

/** What the bytes are, whatever their sender says. */
async function uploadedBytes(
  file: Parameters<typeof storedContent>[1] & { readonly sha256: string; readonly fileName: string | null },
  { blobs, types }: Pick<RecordsPreparing, 'blobs' | 'types'>,
): Promise<BytesToAttach> {
  const content = storedContent(blobs, file);
  const type = await types.detect(content, file.fileName ?? '');
  const refusal = typeFailure('record_attachment', type);
  if (refusal !== null || type.kind !== 'known') throw (refusal ?? uploadTypeNotAllowed)();
  const { fileName, sha256 } = file;
  const contentType = mediaTypeOf(type.mimeType);
  return { content, fileName, contentType, sha256, ...fromUpload, scan: null };
}

const fromUpload = { source: 'upload', sourceId: null, sourceVersion: null } as const;
