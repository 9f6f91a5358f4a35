import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { id, version } from '../../kernel/shapes.ts';
import { documentHoldAlreadyReleased, documentHoldNotFound } from '../errors.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { holdFields } from './hold-fields.ts';
import { releaseHold } from './place-hold.ts';
import { LegalHoldView, legalHoldView } from './views.ts';

export const releaseLegalHold = command({
  summary: 'Release a legal hold',
  description: 'Other holds on the document go on; stillHeld says whether there are any.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents holds release' },
  input: z.strictObject({
    holdId: id().describe('The id of the hold.'),
    reason: holdFields.releaseReason,
    expectedVersion: version().optional(),
  }),
  output: z.object({
    legalHold: LegalHoldView,
    stillHeld: z.boolean().describe('True if another hold on the document is active.'),
  }),
  errors: [documentHoldNotFound, documentHoldAlreadyReleased],

  find: holdToRelease,
  version: ({ hold }) => hold.version,

  async run({ reason }, context) {
    const { hold, document } = context.found;
    const after = await releaseHold(document, hold, reason, context);
    const stillHeld = await context.documentLibrary.isHeld(document.id);
    return { legalHold: legalHoldView(after, true), stillHeld };
  },
});

/** Locks the document first, and then looks at the hold: two who release it at once follow each other. */
async function holdToRelease(
  { holdId }: { readonly holdId: string },
  { legalHolds, documentLibrary }: LifecyclePorts & HandlerContext,
) {
  const { documentId } = await legalHolds.get(holdId);
  const document = await documentLibrary.get(documentId, 'for update');
  if (document === null) throw documentHoldNotFound();
  return { document, hold: await legalHolds.get(holdId) };
}
