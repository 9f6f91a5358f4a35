import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { Instant } from '../../kernel/time.ts';
import {
  type DocumentShare,
  documentShareStates,
  shareActions,
  shareRevokeReasons,
  shareVariants,
  statusAt,
} from './document-share.ts';
import type { SeenShare } from './ports.ts';

export const DocumentShareView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    documentId: z.uuid().describe('The id of the document.'),
    label: z.string().nullable().describe('A name for yourselves; null without one.'),
    recipientEmail: z.string().nullable().describe('The address that it is for; null without one.'),
    recipientName: z.string().nullable().describe('The name of whom it is for; null without one.'),
    variant: z
      .enum(shareVariants)
      .describe('Which bytes: current follows the document, the others stay what they are.'),
    allowDownload: z.boolean().describe('False if the file is only shown, and not offered for saving.'),
    passcodeRequired: z.boolean().describe('Whether a passcode is asked for.'),
    maxViews: z.int().nullable().describe('How often the content may be delivered; null is without a limit.'),
    viewCount: z.int().describe('How often the content was delivered.'),
    expiresAt: shown.instant().describe('When the link ends.'),
    status: z.enum(documentShareStates.states).describe('Whether the link works, and if not, how it ended.'),
    lastViewedAt: shown
      .instant()
      .nullable()
      .describe('When the content was last delivered; null if it never was.'),
    revokedAt: shown.instant().nullable().describe('When it was revoked; null unless it was.'),
    revokedByUserId: z
      .string()
      .nullable()
      .describe('The id of who revoked it; null if nobody did, or a job.'),
    revokeReason: z
      .enum(shareRevokeReasons)
      .nullable()
      .describe('Why it was revoked: by somebody, or because of its document; null unless it was.'),
    createdByUserId: z.string().describe('The id of who made it.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'DocumentShare', description: 'A public read-only link to a document.' });

export const SeenShareView = z
  .object({
    ...DocumentShareView.shape,
    views: z
      .array(
        z.object({
          at: shown.instant().describe('When it was.'),
          ip: z.string().nullable().describe('The network address; null once it was erased.'),
          userAgent: z
            .string()
            .nullable()
            .describe('The program, as it calls itself; null without one, and once it was erased.'),
          action: z.enum(shareActions).describe('Whether the link was opened, or the content delivered.'),
        }),
      )
      .describe('Who looked, the 50 newest views first.'),
  })
  .meta({ id: 'SeenDocumentShare', description: 'A public read-only link to a document, and who used it.' });

/** The share as those see it who manage the document: without its secret, and with the state of this moment. */
export function documentShareView(
  share: DocumentShare,
  { workspaceId, now }: { readonly workspaceId: string; readonly now: Instant },
): z.input<typeof DocumentShareView> {
  const { passcodeHash, tokenHash: _, sealedToken: __, message: ___, notify: ____, ...rest } = share;
  return { ...rest, workspaceId, passcodeRequired: passcodeHash !== null, status: statusAt(share, now) };
}

export const seenShareView = (
  { views, ...share }: SeenShare,
  context: { readonly workspaceId: string; readonly now: Instant },
): z.input<typeof SeenShareView> => ({ ...documentShareView(share, context), views: [...views] });
