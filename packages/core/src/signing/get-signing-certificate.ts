import { z } from 'zod';
import { documentDisposed, documentNotFound, viewerOf } from '../documents/index.ts';
import { storedFile } from '../kernel/file-answer.ts';
import { documentNotSealed } from './errors.ts';
import { query } from './ports.ts';
import { documentId } from './signing-input.ts';

export const getSigningCertificate = query({
  summary: 'Download the certificate of completion of a document',
  description: 'The pages that say who has signed, when and how, as a sealed file of their own.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: { command: 'documents certificate' },
  input: z.strictObject({ documentId: documentId() }),
  output: storedFile('application/pdf'),
  errors: [documentNotFound, documentNotSealed, documentDisposed],

  find: ({ documentId }, { documentLibrary, user }) => documentLibrary.find(documentId, viewerOf(user)),

  async run(_, { found: document, documentLibrary, readLater }) {
    if (document.status === 'disposed') throw documentDisposed();
    const version = await documentLibrary.content(document.id, 'certificate');
    if (version === null) throw documentNotSealed();
    return {
      mediaType: 'application/pdf',
      fileName: `${document.fileName.replace(/\.pdf$/i, '')} (certificate).pdf`,
      disposition: 'attachment',
      etag: `sha256-${version.sha256}`,
      cacheControl: 'private, no-store',
      stored: {
        blobKey: version.blobKey,
        sizeBytes: version.sizeBytes,
        isStillServed: () =>
          readLater(
            async (later) => (await later.documentLibrary.content(document.id, 'certificate')) !== null,
          ),
      },
    } as const;
  },
});
