import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id, instant, userId } from '../../kernel/shapes.ts';
import { versionKinds } from '../document.ts';
import { type DocumentShare, shareActions, shareRevokeReasons, shareVariants } from './document-share.ts';

const share = {
  shareId: id(),
  documentId: id(),
  version: z.int(),
};
interface AboutShare {
  readonly shareId: string;
  readonly documentId: string;
  readonly version: number;
}

/** The data about a share that all its events carry; never its secret (SHR-1). */
export const shareFactsOf = ({ id: shareId, documentId, version }: DocumentShare): AboutShare => ({
  shareId,
  documentId,
  version,
});

const target = ({ shareId, version }: AboutShare) => ({ kind: 'document_share', id: shareId, version });
const refs = ({ documentId }: AboutShare) => ({ artifactId: documentId });

export const shareCreated = event(
  'share.created',
  z.strictObject({
    ...share,
    variant: z.enum(shareVariants),
    allowDownload: z.boolean(),
    passcodeRequired: z.boolean(),
    maxViews: z.int().nullable(),
    expiresAt: z.string(),
    label: z.string().nullable(),
    recipientEmail: z.string().nullable(),
    recipientName: z.string().nullable(),
  }),
  {
    target,
    refs,
    facts: ({ documentId, variant, allowDownload, passcodeRequired, maxViews, expiresAt }) => ({
      documentId,
      variant,
      allowDownload,
      passcodeRequired,
      maxViews,
      expiresAt,
    }),
    detail: ({ label, recipientEmail, recipientName }) => ({ label, recipientEmail, recipientName }),
  },
);

/** `variant` and `sha256` are those of the bytes that were delivered; null if the link was only opened. */
export const shareViewed = event(
  'share.viewed',
  z.strictObject({
    ...share,
    action: z.enum(shareActions),
    variant: z.enum(versionKinds).nullable(),
    sha256: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
  {
    target,
    refs,
    facts: ({ documentId, action, variant, sha256 }) => ({ documentId, action, variant, sha256 }),
    detail: ({ userAgent }) => ({ userAgent }),
  },
);

export const shareRevoked = event(
  'share.revoked',
  z.strictObject({ ...share, reason: z.enum(shareRevokeReasons) }),
  { target, refs, facts: ({ documentId, reason }) => ({ documentId, reason }) },
);

export const shareExpired = event('share.expired', z.strictObject(share), {
  target,
  refs,
  facts: ({ documentId }) => ({ documentId }),
});

export const shareExhausted = event('share.exhausted', z.strictObject({ ...share, viewCount: z.int() }), {
  target,
  refs,
  facts: ({ documentId, viewCount }) => ({ documentId, viewCount }),
});

/** The link is to be mailed to its recipient. It has no ledger line, since it follows an event that has one. */
export const shareMailDue = event('share.mail_due', z.strictObject({ shareId: id() }), null);

/** The content was delivered for the first time. It has no ledger line, since it comes with an event that has one. */
export const shareFirstViewed = event(
  'share.first_viewed',
  z.strictObject({ shareId: id(), ownerUserId: userId(), viewedAt: instant() }),
  null,
);
