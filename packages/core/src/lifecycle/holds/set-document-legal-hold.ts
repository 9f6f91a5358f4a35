import { z } from 'zod';
import { documentInvalidState, documentNotFound, viewerOf } from '../../documents/index.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { command } from '../ports.ts';
import { holdFields } from './hold-fields.ts';
import { placeHold, releaseHold } from './place-hold.ts';
import { LegalHoldView, legalHoldView } from './views.ts';

export const setDocumentLegalHold = command({
  summary: 'Put a document on hold, or take it off',
  description:
    'Places one hold of its own kind, or releases that one alone: while others are active the document stays on hold, and the answer says so.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents hold' },
  input: z.strictObject({
    documentId: documentId(),
    held: z
      .boolean()
      .describe('Whether this hold is to lie on the document.')
      .meta({ examples: [true] }),
    reason: holdFields.reason,
    matter: holdFields.matter.optional().describe('The matter for which it is kept; by default the reason.'),
    matterReference: holdFields.matterReference.default(null),
  }),
  output: z.object({
    held: z.boolean().describe('True if any hold on the document is active, also one of a record.'),
    holds: z.array(LegalHoldView).describe('The active holds of this context, the oldest first.'),
  }),
  errors: [documentNotFound, documentInvalidState],

  find: ({ documentId: id }, { documentLibrary, user }) =>
    documentLibrary.find(id, viewerOf(user), 'for update'),

  async run({ documentId: id, held, reason, matter, matterReference }, context) {
    const { found: document, legalHolds, documentLibrary } = context;
    const direct = (await legalHolds.activeOn(id)).find(({ kind }) => kind === 'direct');
    if (held && direct === undefined) {
      if (document.status === 'disposed') throw documentInvalidState();
      const named = matter ?? [...reason.replaceAll('\n', ' ')].slice(0, 200).join('');
      const about = { matter: named, matterReference, reason, custodianUserId: null, reviewOn: null };
      await placeHold(document, { kind: 'direct', ...about }, context);
    }
    if (!held && direct !== undefined) await releaseHold(document, direct, reason, context);

    const own = await legalHolds.activeOn(id);
    return {
      held: await documentLibrary.isHeld(id),
      holds: own.map((hold) => legalHoldView(hold, true)),
    };
  },
});
