import { z } from 'zod';
import { version } from '../kernel/shapes.ts';
import { documentStates } from './document.ts';
import { documentId } from './document-fields.ts';
import { isHeld } from './document-holds.ts';
import { onDocument } from './document-levels.ts';
import { isRetained } from './document-retention.ts';
import { documentToChange } from './document-to-change.ts';
import {
  documentLegalHold,
  documentNotFound,
  documentNotTrashed,
  documentRetentionActive,
} from './errors.ts';
import { command } from './ports.ts';
import { purgedDocument } from './purged-document.ts';

export const purgeDocument = command({
  summary: 'Destroy the content of a trashed document',
  description:
    'Only for documents in the trash or in quarantine. The bytes are gone for good; name, digests, people and dates stay as evidence.',
  access: { owner: 'any', admin: 'any' },
  cli: { aliases: ['delete'] },
  always: true,
  input: z.strictObject({ documentId: documentId(), expectedVersion: version().optional() }),
  output: z.object({ purged: z.literal(true).describe('Always true: the content is destroyed.') }),
  errors: [documentNotFound, documentNotTrashed, documentLegalHold, documentRetentionActive],

  find: documentToChange,
  may: onDocument('purge'),
  version: (document) => document.version,

  async run({ documentId }, context) {
    const { found: document, documentHolds, documentRetention, user } = context;
    if (document.status === 'disposed') return { purged: true as const };
    if (!documentStates.can(document.status, 'purge')) throw documentNotTrashed();
    if (await isHeld(documentHolds, documentId)) throw documentLegalHold();
    if (await isRetained(documentRetention, documentId)) throw documentRetentionActive();

    await purgedDocument(document, context, user.userId);
    return { purged: true as const };
  },
});
