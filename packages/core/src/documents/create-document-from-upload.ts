import { z } from 'zod';
import { id } from '../kernel/shapes.ts';
import { storedContent } from '../kernel/stored-content.ts';
import {
  uploadAlreadyConsumed,
  uploadExpired,
  uploadNotCompleted,
  uploadNotFound,
  uploadPurposeMismatch,
} from '../uploads/index.ts';
import { CreatedDocumentAnswer } from './created-document.ts';
import { newDocumentFields } from './document-fields.ts';
import { cleanFileName } from './file-names.ts';
import { addDocument, placeRefusals, requirePlace } from './new-document.ts';
import { action } from './ports.ts';
import { inspectedWithin } from './taken-content.ts';

export const createDocumentFromUpload = action({
  summary: 'Make a document of a completed upload',
  description:
    'The upload session has to be yours, for documents and completed. It is used up by this; when the call fails it stays as it is.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'documents create' },
  input: z.strictObject({
    uploadSessionId: id().describe('The id of the completed upload session.'),
    ...newDocumentFields,
  }),
  output: CreatedDocumentAnswer,
  errors: [
    uploadNotFound,
    uploadNotCompleted,
    uploadAlreadyConsumed,
    uploadPurposeMismatch,
    uploadExpired,
    ...placeRefusals,
  ],

  find: requirePlace,
  async prepare({ uploadSessionId }, { now, user, newId, transact, ...outside }) {
    const file = await transact(({ uploadConsumption }) =>
      uploadConsumption.peek({ now }, uploadSessionId, 'document', user.userId),
    );
    const content = storedContent(outside.blobs, file);
    return { documentId: newId(), inspection: await inspectedWithin(content, file.mime, outside) };
  },
  async run({ uploadSessionId, ...input }, context) {
    const { prepared, uploadConsumption, user } = context;
    const file = await uploadConsumption.consume(context, uploadSessionId, 'document', {
      userId: user.userId,
      consumedBy: { kind: 'document', id: prepared.documentId },
    });
    const { mime: mimeType, fileName, blobKey, sizeBytes, sha256, scan } = file;
    return addDocument(
      input,
      { ...prepared, fileName: cleanFileName(fileName), mimeType, blobKey, sizeBytes, sha256, scan },
      context,
    );
  },
});
