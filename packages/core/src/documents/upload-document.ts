import { z } from 'zod';
import { planLimitReached } from '../kernel/errors.ts';
import { incomingFile } from '../kernel/incoming-file.ts';
import { uploadArchiveUnsafe, uploadRejected, uploadTypeNotAllowed } from '../uploads/index.ts';
import { CreatedDocumentAnswer } from './created-document.ts';
import { newDocumentFields } from './document-fields.ts';
import { cleanFileName } from './file-names.ts';
import { addDocument, placeRefusals, requirePlace } from './new-document.ts';
import { action } from './ports.ts';
import { takenContent } from './taken-content.ts';

export const uploadDocument = action({
  summary: 'Upload a file as a document',
  description:
    'Takes one file of at most 50 MiB; send larger ones as a resumable upload. The bytes decide its type, whatever its name says, and a file with malware is refused. duplicates names documents with the same bytes that you see.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  input: z.strictObject({
    ...newDocumentFields,
    file: incomingFile(),
  }),
  output: CreatedDocumentAnswer,
  errors: [...placeRefusals, planLimitReached, uploadTypeNotAllowed, uploadRejected, uploadArchiveUnsafe],

  find: requirePlace,
  async prepare({ file }, { newId, ...outside }) {
    const fileName = cleanFileName(file.fileName);
    return { documentId: newId(), fileName, ...(await takenContent(file, fileName, outside)) };
  },
  limit: ({ file }, { entitlements }) => entitlements.take('storage_bytes', file.sizeBytes),
  run: ({ file, ...input }, context) => {
    const { blobKey, sizeBytes, sha256 } = file;
    return addDocument(input, { ...context.prepared, blobKey, sizeBytes, sha256 }, context);
  },
});
