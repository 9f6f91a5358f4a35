import { z } from 'zod';
import { storedFile } from '../kernel/file-answer.ts';
import type { Document } from './document.ts';
import { documentId } from './document-fields.ts';
import {
  documentDisposed,
  documentNotFound,
  documentQuarantined,
  documentVariantNotFound,
} from './errors.ts';
import { documentContentRead } from './events.ts';
import { type DocumentRepository, query } from './ports.ts';
import { contentVariants, isShown, servedType, versionOf } from './served-content.ts';
import { viewerOf } from './viewer.ts';

export const getDocumentContent = query({
  summary: 'Download the content of a document',
  description:
    'Answers with the bytes, whole or in part. Once in an hour the ledger notes that you have read them. A browser shows PDF files without active content, PNG, JPEG and plain text if you ask for it; everything else is saved.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'documents download' },
  always: true,
  input: z.strictObject({
    documentId: documentId(),
    variant: z
      .enum(contentVariants)
      .default('current')
      .describe('Which bytes: the sealed ones if there are any, else the original, or those you name.'),
    disposition: z
      .enum(['inline', 'attachment'])
      .default('attachment')
      .describe('Whether a browser is to show or to save the file.'),
  }),
  output: storedFile(),
  errors: [documentNotFound, documentVariantNotFound, documentQuarantined, documentDisposed],

  find: ({ documentId }, { documents, user }) => documents.see(documentId, viewerOf(user)),

  async run({ documentId, variant, disposition }, context) {
    const { found: document, documentVersions, user, readLater, writeLater } = context;
    requireReadable(document);
    const version = await versionOf(documentVersions, document, variant);
    if (version === null) throw documentVariantNotFound();
    return {
      mediaType: servedType(version.mimeType),
      fileName: document.fileName,
      disposition: disposition === 'inline' && isShown(document, version) ? 'inline' : 'attachment',
      etag: `sha256-${version.sha256}`,
      cacheControl: 'private, no-store',
      stored: {
        blobKey: version.blobKey,
        sizeBytes: version.sizeBytes,
        isStillServed: () => readLater(({ documents }) => isReadable(documents, documentId)),
      },
      delivering: () =>
        writeLater(async ({ documents, now, emit }) => {
          if (!(await documents.noteReading(documentId, user.userId, now))) return;
          const { kind, sha256 } = version;
          emit(documentContentRead, { documentId, version: document.version, variant: kind, sha256 });
        }),
    } as const;
  },
});

/** Whether nothing has happened meanwhile that ends an answer under way (LIB-21). */
async function isReadable(documents: DocumentRepository, id: string): Promise<boolean> {
  const document = await documents.get(id);
  return document !== null && !['quarantined', 'disposed'].includes(document.status);
}

function requireReadable({ status }: Document): void {
  if (status === 'quarantined') throw documentQuarantined();
  if (status === 'disposed') throw documentDisposed();
}
