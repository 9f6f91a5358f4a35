import { z } from 'zod';
import { documentInvalidState, documentNotFound, onDocument } from '../documents/index.ts';
import { version } from '../kernel/shapes.ts';
import { foundAnchors, hasAnchors } from './anchored-places.ts';
import { documentToSign, PreparedSigning, preparedSigning } from './document-to-sign.ts';
import { draftedRound, writeDraft } from './drafted-round.ts';
import { aboutRound, documentFieldsSet } from './events.ts';
import { action } from './ports.ts';
import { signingRoundStates } from './round.ts';
import { pageRefusals, pagesToSign } from './signable.ts';
import { documentId, fieldsInput } from './signing-input.ts';

export const setDocumentFields = action({
  summary: 'Set the fields that people fill when they sign',
  description:
    'Replaces all fields of the round that is being prepared. A field says where it is by page and fractions of the page, or by a text of the document; the answer has the numbers that were found.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  feature: 'document_signing',
  input: z.strictObject({
    documentId: documentId(),
    fields: fieldsInput(),
    expectedVersion: version().optional(),
  }),
  output: PreparedSigning,
  errors: [documentNotFound, documentInvalidState, ...pageRefusals],

  prepares: ({ fields }) => hasAnchors(fields),
  prepare: ({ documentId, fields }, context) => foundAnchors(documentId, fields, context),

  find: documentToSign,
  may: onDocument('edit'),
  version: (document) => document.version,

  async run({ documentId, fields }, context) {
    const { found: document, prepared: anchors, documentLibrary, rounds, now, emit } = context;
    pagesToSign(document);
    const current = await rounds.currentOf(documentId);
    // People are set first: a new round begins with them.
    if (current !== null && !signingRoundStates.can(current.status, 'prepare')) throw documentInvalidState();
    const draft = await draftedRound(document, { fields }, anchors ?? new Map(), context);

    const written = await writeDraft(draft, context);
    const after = await documentLibrary.setSignatureStatus(document, written.round.status, now);
    emit(documentFieldsSet, { ...aboutRound(after, written.round), fields: written.fields.length });
    return preparedSigning(after, written);
  },
});
