import { z } from 'zod';
import { version } from '../kernel/shapes.ts';
import { documentId } from './document-fields.ts';
import { onDocument } from './document-levels.ts';
import { changedDocument, documentToChange } from './document-to-change.ts';
import { documentInvalidState, documentNotFound } from './errors.ts';
import { command } from './ports.ts';
import { putInTrash, trashRefusals } from './put-away.ts';
import { DocumentView } from './views.ts';

export const trashDocument = command({
  summary: 'Move a document to the trash',
  description:
    'It can be restored until purgeAfter; after that it is destroyed. Its shares end for good. A document on legal hold or out for signature stays where it is.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  input: z.strictObject({ documentId: documentId(), expectedVersion: version().optional() }),
  output: z.object({ document: DocumentView }),
  errors: [documentNotFound, documentInvalidState, ...trashRefusals],

  find: documentToChange,
  may: onDocument('trash'),
  version: (document) => document.version,

  async run(_, context) {
    const { found: document, user } = context;
    if (document.status === 'trashed') return changedDocument(document, context);
    return changedDocument(await putInTrash(document, user.userId, context), context);
  },
});
