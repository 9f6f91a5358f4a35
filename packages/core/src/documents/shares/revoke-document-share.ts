import { z } from 'zod';
import { id, version } from '../../kernel/shapes.ts';
import { documentId } from '../document-fields.ts';
import { onDocument } from '../document-levels.ts';
import { documentToChange } from '../document-to-change.ts';
import { documentNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { revoked, statusAt } from './document-share.ts';
import { shareNotFound } from './errors.ts';
import { shareFactsOf, shareRevoked } from './events.ts';
import { DocumentShareView, documentShareView } from './views.ts';

export const revokeDocumentShare = command({
  summary: 'Revoke the public link of a document',
  description:
    'The link stops working at once and for good; a download that is under way is cut off. A share that has ended already stays as it is.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'documents unshare' },
  always: true,
  input: z.strictObject({
    documentId: documentId(),
    shareId: id().describe('The id of the share.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ share: DocumentShareView }),
  errors: [documentNotFound, shareNotFound],

  async find({ documentId, shareId }, context) {
    const document = await documentToChange({ documentId }, context);
    const share = await context.documentShares.get(shareId, 'for update');
    if (share === null || share.documentId !== documentId) throw shareNotFound();
    return { ...document, share };
  },
  may: onDocument('share'),
  version: ({ share }) => share.version,

  async run({ documentId }, context) {
    const { found, documentShares, user, now, emit } = context;
    if (statusAt(found.share, now) !== 'active') return { share: documentShareView(found.share, context) };
    const [share = found.share] = await documentShares.save(documentId, [
      revoked(found.share, 'user', user.userId, now),
    ]);
    emit(shareRevoked, { ...shareFactsOf(share), reason: 'user' });
    return { share: documentShareView(share, context) };
  },
});
