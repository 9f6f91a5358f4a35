import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import {
  uploadAlreadyConsumed,
  uploadExpired,
  uploadNotCompleted,
  uploadNotFound,
  uploadPurposeMismatch,
  uploadRejected,
} from '../../uploads/index.ts';
import { onCase } from '../cases/seen-case.ts';
import { sealOf } from '../entries/case-key.ts';
import { artifactId } from '../entries/entry-fields.ts';
import { changedEntry, deniedEntry } from '../entries/seen-entry.ts';
import { action, type RecordsPreparing } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { attach, attachingRefusals } from './attach.ts';
import { attachedFileName, caption } from './attachment-fields.ts';
import { plainObjectReleased } from './events.ts';
import { type BytesToAttach, sealedFile } from './sealed-file.ts';
import { AttachmentView, attachmentView } from './views.ts';

export const attachUploadToEntry = action({
  summary: 'Attach a completed upload to the draft of an entry',
  description:
    'The upload session has to be yours, for record attachments and completed. It is used up by this, and its bytes are sealed under the key of the case; when the call fails it stays as it is.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  throttles: writesOfRecords,
  cli: { command: 'records entries attachments attach' },
  input: z.strictObject({
    artifactId: artifactId(),
    uploadSessionId: id().describe('The id of the completed upload session.'),
    fileName: attachedFileName(),
    caption: caption(),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ attachment: AttachmentView }),
  errors: [
    ...attachingRefusals,
    uploadNotFound,
    uploadNotCompleted,
    uploadAlreadyConsumed,
    uploadPurposeMismatch,
    uploadExpired,
    uploadRejected,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('write'),

  prepare: ({ artifactId: entryId, uploadSessionId, fileName }, context) =>
    sealedFile(entryId, () => uploadedWhole(uploadSessionId, fileName, context), context),

  async run({ uploadSessionId, caption: given }, context) {
    const { prepared, uploadConsumption, user, emit } = context;
    const { file, key } = prepared;
    const { blobKey } = await uploadConsumption.consume(context, uploadSessionId, 'record_attachment', {
      userId: user.userId,
      consumedBy: { kind: 'record_attachment', id: file.id },
    });
    const seal = sealOf(key, context);
    const attachment = await attach(file, given, seal, context);
    emit(plainObjectReleased, { blobKey });
    return { attachment: attachmentView(attachment, seal) };
  },
});

/** The bytes of an upload session, which were looked at when it was completed. */
export async function uploadedWhole(
  uploadSessionId: string,
  fileName: string | undefined,
  { blobs, transact, now, user }: RecordsPreparing,
): Promise<BytesToAttach> {
  const file = await transact(({ uploadConsumption }) =>
    uploadConsumption.peek({ now }, uploadSessionId, 'record_attachment', user.userId),
  );
  return {
    content: storedContent(blobs, file),
    fileName: fileName ?? file.fileName,
    contentType: file.mime,
    sha256: file.sha256,
    scan: file.scan,
    ...{ source: 'resumable', sourceId: null, sourceVersion: null },
  };
}
