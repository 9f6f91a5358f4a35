import { z } from 'zod';
import { documentInvalidState, documentNotFound, viewerOf } from '../../documents/index.ts';
import { memberNotFound } from '../../workspace/index.ts';
import { documentHoldDuplicate } from '../errors.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { command, type LifecyclePorts } from '../ports.ts';
import { holdFields } from './hold-fields.ts';
import { placeHold } from './place-hold.ts';
import { LegalHoldView, legalHoldView } from './views.ts';

export const placeLegalHold = command({
  summary: 'Place a legal hold on a document',
  description:
    'While a hold is active the document can be neither trashed nor destroyed. Several may lie on one document, and each is released on its own.',
  access: { owner: 'any', admin: 'any' },
  always: true,
  cli: { command: 'documents holds place' },
  input: z.strictObject({
    documentId: documentId(),
    matter: holdFields.matter,
    matterReference: holdFields.matterReference.default(null),
    reason: holdFields.reason,
    custodianUserId: holdFields.custodianUserId.default(null),
    reviewOn: holdFields.reviewOn.default(null),
  }),
  output: z.object({ legalHold: LegalHoldView }),
  errors: [documentNotFound, documentInvalidState, documentHoldDuplicate, memberNotFound],

  find: ({ documentId: id }, { documentLibrary, user }) =>
    documentLibrary.find(id, viewerOf(user), 'for update'),

  async run({ documentId: id, ...input }, context) {
    const { found: document, legalHolds } = context;
    if (document.status === 'disposed') throw documentInvalidState();
    await requireCustodian(input.custodianUserId, context);
    const active = await legalHolds.activeOn(id);
    const { matterReference } = input;
    if (matterReference !== null && active.some((hold) => hold.matterReference === matterReference))
      throw documentHoldDuplicate();
    const hold = await placeHold(document, { kind: 'case', ...input }, context);
    return { legalHold: legalHoldView(hold, true) };
  },
});

async function requireCustodian(
  userId: string | null,
  { memberDirectory }: Pick<LifecyclePorts, 'memberDirectory'>,
): Promise<void> {
  if (userId !== null && (await memberDirectory.find([userId])).length === 0) throw memberNotFound();
}
