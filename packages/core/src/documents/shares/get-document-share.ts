import { z } from 'zod';
import { linkGone, linkNotFound } from '../../kernel/links.ts';
import { secretToken, shown } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import type { Document, DocumentVersion } from '../document.ts';
import { action } from '../ports.ts';
import { isShown, versionOf } from '../served-content.ts';
import { sharePasscodeIncorrect } from './errors.ts';
import { noteShareView } from './note-share-view.ts';
import { newGrant } from './share-grant.ts';
import { documentOf, requireOpen, shareOfLink } from './share-of-link.ts';
import { givenPasscode, isUnlocked, triedPasscode } from './share-passcode.ts';

const SharedDocumentView = z
  .object({
    name: z.string().describe('The name of the document.'),
    mimeType: z.string().describe('The type of the file.'),
    sizeBytes: z.int().describe('The size of the file.'),
    pageCount: z
      .int()
      .nullable()
      .describe('How many pages it has; null unless it is a PDF that could be read.'),
    sha256: z.string().describe('SHA-256 of the file, in hexadecimal.'),
    inline: z.boolean().describe('Whether a browser can show the file safely.'),
  })
  .meta({ id: 'SharedDocument', description: 'A document as whoever holds a link to it sees it.' });

export const getDocumentShare = action({
  summary: 'Open a shared document',
  description:
    'For anyone who has the link. Without the passcode of a share that has one the answer is locked and names nothing. Else contentUrl leads to the content for ten minutes, without the passcode.',
  access: 'anyone',
  cli: { command: 'documents shares open' },
  always: true,
  countsAsRead: true,
  throttle: tokenMisses({ passes: [sharePasscodeIncorrect] }),
  throttles: ofItsOwn,
  input: z.strictObject({
    token: secretToken().describe('The part of the link after #token=.'),
    passcode: givenPasscode(),
  }),
  output: z.object({
    locked: z.boolean().describe('True if the passcode is still to be given.'),
    workspace: z
      .object({
        name: z.string().describe('The name of the workspace that shares the document.'),
        logoUrl: z.string().nullable().describe('The address of its logo; null without one.'),
      })
      .describe('Who shares the document.'),
    document: SharedDocumentView.nullable().describe('What is shared; null while it is locked.'),
    allowDownload: z.boolean().describe('False if the file is only shown, and not offered for saving.'),
    expiresAt: shown.instant().describe('When the link ends.'),
    contentUrl: z
      .string()
      .nullable()
      .describe('Where the content is for the next ten minutes; null while it is locked.'),
  }),
  errors: [linkNotFound, linkGone, sharePasscodeIncorrect],

  prepares: ({ passcode }) => passcode !== undefined,
  prepare: async ({ token, passcode }, context) =>
    passcode === undefined ? null : triedPasscode(token, passcode, context),

  async run({ token }, context) {
    const share = await shareOfLink(token, context);
    // Only from here on do the ports belong to the workspace of the link.
    const { prepared, documentVersions, workspaceIdentity, settings, now } = context;
    requireOpen(share, now);
    const { name, logoUrl } = await workspaceIdentity.brand();
    const { allowDownload, expiresAt } = share;
    const head = { workspace: { name, logoUrl }, allowDownload, expiresAt };
    if (!isUnlocked(share, prepared)) return { locked: true, ...head, document: null, contentUrl: null };

    const document = await documentOf(share, context);
    const version = await versionOf(documentVersions, document, share.variant);
    if (version === null) throw linkGone();
    await noteShareView(share, null, context);
    const path = `/api/v1/document-shares/${token}/content?grant=${newGrant(share, context)}`;
    return {
      locked: false,
      ...head,
      document: sharedDocumentView(document, version),
      contentUrl: `${settings.baseUrl}${path}`,
    };
  },
});

const sharedDocumentView = (
  document: Document,
  version: DocumentVersion,
): z.input<typeof SharedDocumentView> => {
  const { mimeType, sizeBytes, pageCount, sha256 } = version;
  return { name: document.name, mimeType, sizeBytes, pageCount, sha256, inline: isShown(document, version) };
};
