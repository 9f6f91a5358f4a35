import { z } from 'zod';
import { documentId } from './document-fields.ts';
import { permissionsFor } from './document-levels.ts';
import { shortLifecycle } from './document-lifecycles.ts';
import { signingOf } from './document-summaries.ts';
import { documentNotFound } from './errors.ts';
import { query } from './ports.ts';
import { shownShares, shownShareViews } from './shares/document-share.ts';
import { SeenShareView, seenShareView } from './shares/views.ts';
import { SignatureView, SignerView, SigningFieldView, SigningRoundView } from './signature-views.ts';
import { viewerOf } from './viewer.ts';
import {
  BreadcrumbView,
  DocumentVersionView,
  DocumentView,
  documentVersionView,
  documentView,
} from './views.ts';

export const getDocument = query({
  summary: 'Read a document with its versions and its signing',
  description: 'Says everything about the document except its content.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { aliases: ['show'] },
  input: z.strictObject({ documentId: documentId() }),
  output: z.object({
    document: DocumentView,
    signature: SignatureView.nullable().describe(
      'The current signing round; null if it was never prepared for signing.',
    ),
    signers: z.array(SignerView).describe('The people of that round, by group.'),
    fields: z.array(SigningFieldView).describe('The fields of that round, by page and from top to bottom.'),
    rounds: z.array(SigningRoundView).describe('Every signing round, the first one first.'),
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
    const { documents, documentVersions, folderTree, documentShares, documentSummaries, user, now } = context;
    const document = await documents.see(documentId, viewerOf(user));
    const managed = permissionsFor(document, user).manage;
    const [shares, versions, breadcrumbs, lifecycle, signing] = await Promise.all([
      managed ? documentShares.shownOf(documentId, shownShares, shownShareViews) : [],
      documentVersions.of(documentId),
      document.folderId === null ? [] : folderTree.path(document.folderId),
      shortLifecycle(documentId, context, now),
      signingOf(documentSummaries, document),
    ]);
    return {
      document: documentView(document, context, lifecycle),
      ...signing,
      shares: shares.map((share) => seenShareView(share, context)),
      versions: versions.map(documentVersionView),
      breadcrumbs: [...breadcrumbs],
    };
  },
});
