import { z } from 'zod';
import { documentNotFound } from '../../documents/index.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { id } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  uploadAlreadyConsumed,
  uploadExpired,
  uploadNotCompleted,
  uploadNotFound,
  uploadPurposeMismatch,
  uploadRejected,
  uploadTypeNotAllowed,
} from '../../uploads/index.ts';
import { attachToAddendum } from '../attachments/attach.ts';
import { uploadedWhole } from '../attachments/attach-upload-to-entry.ts';
import type { EntryAttachment } from '../attachments/attachment.ts';
import { attachedFileName, caption } from '../attachments/attachment-fields.ts';
import {
  attachmentDuplicate,
  attachmentLimit,
  attachmentNotClean,
  attachmentSourceNotReady,
} from '../attachments/errors.ts';
import { plainObjectReleased } from '../attachments/events.ts';
import { linkedBytes } from '../attachments/linked-bytes.ts';
import { type SealedFile, sealedUnder } from '../attachments/sealed-file.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';

const mostFiles = 20;

/** The files that are given with an addendum. */
export const addendumFiles = () =>
  z
    .array(
      z.strictObject({
        uploadSessionId: id().optional().describe('The id of a completed upload session of yours.'),
        documentId: id().optional().describe('The id of a document of the library, instead of an upload.'),
        fileName: attachedFileName(),
        caption: caption(),
      }),
    )
    .max(mostFiles)
    .default([])
    .describe('Files that are signed with it; each is an upload or a document.');
type Asked = z.output<ReturnType<typeof addendumFiles>>[number];

/** What is refused because of a file. */
export const addendumFileRefusals = [
  attachmentDuplicate,
  attachmentLimit,
  attachmentNotClean,
  attachmentSourceNotReady,
  documentNotFound,
  uploadAlreadyConsumed,
  uploadExpired,
  uploadNotCompleted,
  uploadNotFound,
  uploadPurposeMismatch,
  uploadRejected,
  uploadTypeNotAllowed,
];

/** A file of an addendum, sealed and of nothing yet. */
interface AddendumFile extends SealedFile {
  /** The upload that is used up by it; null of a document. */
  readonly uploadSessionId: string | null;
  readonly caption: string | null;
}

/** Names each file once, by exactly one source; before anything is read. */
export function requireSoundFiles(asked: readonly Asked[]): void {
  for (const [index, { uploadSessionId, documentId }] of asked.entries())
    if ((uploadSessionId === undefined) === (documentId === undefined))
      throw invalidField(`/attachments/${index}`, 'field.invalid', 'Name exactly one source.');
}

/** Seals the files one after the other. What is signed was looked at, so one that waits for the scanner is refused. */
export async function sealedFiles(
  asked: readonly Asked[],
  key: OpenedKey,
  context: RecordsPreparing,
): Promise<readonly AddendumFile[]> {
  const files: AddendumFile[] = [];
  for (const [index, { uploadSessionId = null, documentId, fileName, caption: given }] of asked.entries()) {
    const bytes =
      uploadSessionId === null
        ? await linkedBytes({ documentId }, context)
        : await uploadedWhole(uploadSessionId, undefined, context);
    const named = { ...bytes, fileName: fileName ?? bytes.fileName };
    const file = await sealedUnder(key, named, context);
    if (file.status !== 'clean') throw attachmentNotClean({ details: [notCleanAt(index, file)] });
    files.push({ ...file, uploadSessionId, caption: given });
  }
  return files;
}

const notCleanAt = (index: number, { fileName, status }: SealedFile) => ({
  path: `/body/attachments/${index}`,
  code: `attachment.${status}`,
  message: `The scanner could not look at ${fileName}; try again when it is back.`,
});

interface Place {
  readonly entry: RecordEntry;
  readonly addendumId: string;
}
type Context = RecordsPorts & WritingContext;

/** Uses up the uploads, counts the bytes of documents, and makes all of them files of the addendum. */
export async function keptFiles(
  files: readonly AddendumFile[],
  place: Place,
  seal: EntrySeal,
  context: Context,
): Promise<readonly EntryAttachment[]> {
  const { uploadConsumption, entitlements, user, emit } = context;
  const kept: EntryAttachment[] = [];
  for (const { uploadSessionId, caption: given, ...file } of files) {
    // An addendum is always possible: what it copies counts, and is refused by no plan (BIL-3).
    if (uploadSessionId === null) await entitlements.note('storage_bytes', file.sizeBytes);
    else {
      const consumedBy = { kind: 'record_attachment', id: file.id } as const;
      const by = { userId: user.userId, consumedBy };
      const consumed = await uploadConsumption.consume(context, uploadSessionId, 'record_attachment', by);
      emit(plainObjectReleased, { blobKey: consumed.blobKey });
    }
    kept.push(await attachToAddendum(file, { ...place, caption: given }, seal, context));
  }
  return kept;
}
