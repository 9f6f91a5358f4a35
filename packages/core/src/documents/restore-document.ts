import { z } from 'zod';
import { dependencyUnavailable } from '../kernel/errors.ts';
import { version } from '../kernel/shapes.ts';
import { storedContent } from '../kernel/stored-content.ts';
import { restored } from './document.ts';
import { documentId } from './document-fields.ts';
import { onDocument, onDocumentWhen } from './document-levels.ts';
import { tellOf } from './document-participants.ts';
import { changedDocument, documentToChange } from './document-to-change.ts';
import { documentInvalidState, documentNotFound, documentStillInfected } from './errors.ts';
import { documentReleased, factsOf } from './events.ts';
import { action } from './ports.ts';
import { takeFromTrash } from './put-away.ts';
import { DocumentView } from './views.ts';

export const restoreDocument = action({
  summary: 'Take a document out of the trash or out of quarantine',
  description:
    'It goes back to its folder, or to the root if that folder is archived. A document in quarantine is scanned again first, and only owners and admins may ask for that.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({ documentId: documentId(), expectedVersion: version().optional() }),
  output: z.object({ document: DocumentView }),
  errors: [documentNotFound, documentInvalidState, documentStillInfected],

  async prepare({ documentId }, { transact, blobs, scanner }) {
    const original = await transact(async ({ documents, documentVersions }) => {
      const document = await documents.get(documentId);
      return document?.status === 'quarantined' ? documentVersions.newest(documentId, 'original') : null;
    });
    return original === null ? null : scanner.scan(await storedContent(blobs, original).read());
  },

  find: documentToChange,
  may: [
    onDocument('restore'),
    onDocumentWhen('the document is in quarantine', ({ status }) => status === 'quarantined', 'release'),
  ],
  version: (document) => document.version,

  async run(_, context) {
    const { found: document, prepared: scan, documents, now, emit } = context;
    if (document.status === 'active') return changedDocument(document, context);
    if (document.status !== 'quarantined')
      return changedDocument(await takeFromTrash(document, context), context);
    if (scan === 'infected') throw documentStillInfected();
    // It may also have come into quarantine since it was looked at; then it is not known to be clean either.
    if (scan !== 'clean') throw dependencyUnavailable({ retryAfterSeconds: 30 });

    const after = await documents.save({ ...restored(document, now), scan: 'clean' });
    if (after.folderId !== document.folderId) await tellOf(after.id, 'moved', context);
    emit(documentReleased, factsOf(after));
    return changedDocument(after, context);
  },
});
