import { z } from 'zod';
import { documentInvalidState, documentNotFound, onDocument } from '../documents/index.ts';
import { foundAnchors, hasAnchors } from './anchored-places.ts';
import { documentToSign, PreparedSigning, preparedSigning } from './document-to-sign.ts';
import { draftedRound, writeDraft } from './drafted-round.ts';
import { documentTooManyRounds } from './errors.ts';
import { aboutRound, documentFieldsSet, documentSignersSet } from './events.ts';
import { action } from './ports.ts';
import { pageRefusals } from './signable.ts';
import { documentId, signersInput, signingInput } from './signing-input.ts';

export const setDocumentSigners = action({
  summary: 'Set who signs a document, and how',
  description:
    'Replaces all people of the round that is being prepared, and whatever else you give of it; their fields stay. Nothing is sent. After a round that was declined, voided or has expired, this begins the next one with copies of its people and fields.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  feature: 'document_signing',
  input: z.strictObject({ documentId: documentId(), ...signingInput, signers: signersInput() }),
  output: PreparedSigning,
  errors: [documentNotFound, documentInvalidState, documentTooManyRounds, ...pageRefusals],

  prepares: ({ fields }) => hasAnchors(fields),
  prepare: ({ documentId, fields }, context) => foundAnchors(documentId, fields, context),

  find: documentToSign,
  may: onDocument('edit'),
  version: (document) => document.version,

  async run({ documentId: _, expectedVersion: __, ...input }, context) {
    const { found: document, prepared: anchors, documentLibrary, now, emit } = context;
    const draft = await draftedRound(document, input, anchors ?? new Map(), context);

    const written = await writeDraft(draft, context);
    const after = await documentLibrary.setSignatureStatus(document, written.round.status, now);
    const about = aboutRound(after, written.round);
    emit(documentSignersSet, { ...about, signers: written.signers.length });
    if (input.fields !== undefined) emit(documentFieldsSet, { ...about, fields: written.fields.length });
    return preparedSigning(after, written);
  },
});
