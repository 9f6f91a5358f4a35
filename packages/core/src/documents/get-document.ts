import { z } from 'zod';
import { documentId } from './document-fields.ts';
import { heldAmong } from './document-holds.ts';
import { permissionsFor } from './document-levels.ts';
import { documentNotFound } from './errors.ts';
import { query } from './ports.ts';
import { shownShares, shownShareViews } from './shares/document-share.ts';
import { SeenShareView, seenShareView } from './shares/views.ts';
import { viewerOf } from './viewer.ts';
import {
  BreadcrumbView,
  DocumentVersionView,
  DocumentView,
  documentVersionView,
  documentView,
} from './views.ts';

export const getDocument = query({
  summary: 'Read a document with its versions',
  description: 'Says everything about the document except its content.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { aliases: ['show'] },
  input: z.strictObject({ documentId: documentId() }),
  output: z.object({
    document: DocumentView,
    shares: z
      .array(SeenShareView)
      .describe(
        `Its public links, the active ones first, at most ${shownShares}; empty unless you manage the document.`,
      ),
    versions: z.array(DocumentVersionView).describe('Its bytes, in the order in which they were made.'),
    breadcrumbs: z.array(BreadcrumbView).describe('The folders on the way to it, the uppermost first.'),
  }),
  errors: [documentNotFound],

  async run({ documentId }, context) {
    const { documents, documentVersions, folderTree, documentHolds, documentShares, user } = context;
    const document = await documents.see(documentId, viewerOf(user));
    const managed = permissionsFor(document, user).manage;
    const [shares, versions, breadcrumbs, held] = await Promise.all([
      managed ? documentShares.shownOf(documentId, shownShares, shownShareViews) : [],
      documentVersions.of(documentId),
      document.folderId === null ? [] : folderTree.path(document.folderId),
      heldAmong(documentHolds, [documentId]),
    ]);
    return {
      document: documentView(document, context, held.has(documentId)),
      shares: shares.map((share) => seenShareView(share, context)),
      versions: versions.map(documentVersionView),
      breadcrumbs: [...breadcrumbs],
    };
  },
});
