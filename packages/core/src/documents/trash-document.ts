import { z } from 'zod';
import { version } from '../kernel/shapes.ts';
import { plusDays } from '../kernel/time.ts';
import { trashed } from './document.ts';
import { documentId } from './document-fields.ts';
import { isHeld } from './document-holds.ts';
import { onDocument } from './document-levels.ts';
import { trashDaysOf } from './document-retention.ts';
import { changedDocument, documentToChange } from './document-to-change.ts';
import {
  documentInvalidState,
  documentLegalHold,
  documentNotFound,
  documentSigningInProgress,
} from './errors.ts';
import { documentTrashed, factsOf } from './events.ts';
import { command } from './ports.ts';
import { endDocumentShares } from './shares/end-document-shares.ts';
import { DocumentView } from './views.ts';

export const trashDocument = command({
  summary: 'Move a document to the trash',
  description:
    'It can be restored until purgeAfter; after that it is destroyed. Its shares end for good. A document on legal hold or out for signature stays where it is.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({ documentId: documentId(), expectedVersion: version().optional() }),
  output: z.object({ document: DocumentView }),
  errors: [
    documentNotFound,

    documentLegalHold,
    documentSigningInProgress,
    documentInvalidState,
  ],

  find: documentToChange,
  may: onDocument('trash'),
  version: (document) => document.version,

  async run({ documentId }, context) {
    const { found: document, documents, documentHolds, documentRetention, user, now, emit } = context;
    if (document.status === 'trashed') return changedDocument(document, context);
    if (await isHeld(documentHolds, documentId)) throw documentLegalHold();
    if (['sent', 'completed'].includes(document.signatureStatus)) throw documentSigningInProgress();

    const purgeAfter = plusDays(now, await trashDaysOf(documentRetention));
    const after = await documents.save(trashed(document, user.userId, purgeAfter, now));
    await endDocumentShares(documentId, 'document_trashed', user.userId, context);
    emit(documentTrashed, factsOf(after));
    return changedDocument({ ...after, shareCount: 0 }, context);
  },
});
