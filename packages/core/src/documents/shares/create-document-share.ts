import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import { email, multiline, plannedInstant, visibleName } from '../../kernel/shapes.ts';
import { type Instant, plusDays } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type Document, isEditable } from '../document.ts';
import { documentId } from '../document-fields.ts';
import { onDocument } from '../document-levels.ts';
import { documentToChange } from '../document-to-change.ts';
import { documentInvalidState, documentNotFound, documentVariantNotFound } from '../errors.ts';
import { linkTermWords, requireLinkTerm } from '../link-term.ts';
import { action, type DocumentsPorts } from '../ports.ts';
import { isShown, versionOf } from '../served-content.ts';
import {
  type DocumentShare,
  documentShareStates,
  mostActiveShares,
  mostShareViews,
  sealOfShare,
  shareVariants,
  statusAt,
  usualShareDays,
} from './document-share.ts';
import { shareDownloadRequired, shareTooMany } from './errors.ts';
import { shareCreated, shareFactsOf, shareMailDue } from './events.ts';
import { newPasscode } from './share-passcode.ts';
import { DocumentShareView, documentShareView } from './views.ts';

const input = z.strictObject({
  documentId: documentId(),
  label: visibleName(120, 0).optional().describe('A name for yourselves, to tell shares apart.'),
  recipientEmail: email().optional().describe('The address of whom the link is for.'),
  recipientName: visibleName(200).optional().describe('The name of whom the link is for.'),
  variant: z
    .enum(shareVariants)
    .default('current')
    .describe('Which bytes: current follows the document, the others stay what they are.'),
  allowDownload: z
    .boolean()
    .default(true)
    .describe(
      'False shows the file in the browser only; that works for PDF files without active content, PNG, JPEG and plain text.',
    ),
  passcode: newPasscode()
    .optional()
    .describe('A second secret, 6 to 64 characters, which you tell the recipient in another way.'),
  maxViews: z
    .int()
    .min(1)
    .max(mostShareViews)
    .nullable()
    .optional()
    .describe('How often the content may be delivered; null, the default, is without a limit.'),
  expiresAt: plannedInstant()
    .optional()
    .describe(`When the link ends: ${linkTermWords}, by default in ${usualShareDays} days.`),
  message: multiline(2000).optional().describe('Words for the recipient, which the mail quotes.'),
  notify: z
    .boolean()
    .optional()
    .describe(
      'True mails the link to the recipient, if there is an address, and tells the owner of the document when the content is delivered for the first time. By default true with an address.',
    ),
});
type Input = z.output<typeof input>;

export const createDocumentShare = action({
  summary: 'Share a document by a public link',
  description:
    'Whoever has the link reads the document, without an account. Only this answer holds the link. It ends at expiresAt, after maxViews deliveries, when you revoke it, and when the document is trashed, destroyed, quarantined or its signing is voided; then it never works again.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { command: 'documents share' },
  outside: true,
  secret: true,
  input,
  output: z.object({
    share: DocumentShareView,
    url: z.string().describe('The link. It is shown only here.'),
    warnings: z
      .array(
        z.object({
          code: z.enum(['document_voided']).describe('Stable, for programs.'),
          message: z.string().describe('What to look at, in a sentence.'),
        }),
      )
      .describe('What should be looked at although the share was made.'),
  }),
  errors: [
    mailBudgetUsed,
    documentNotFound,
    documentVariantNotFound,
    documentInvalidState,
    shareDownloadRequired,
    shareTooMany,
  ],

  prepares: ({ passcode }) => passcode !== undefined,
  prepare: async ({ passcode }, { passwords }): Promise<string | null> =>
    passcode === undefined ? null : passwords.hash(passcode),

  find: documentToChange,
  may: onDocument('share'),

  async run(given, context) {
    const { found: document, prepared: passcodeHash, documentShares, linkTokens, settings, emit } = context;
    const expiresAt = endFor(given, context.now);
    const notify = given.notify ?? given.recipientEmail !== undefined;
    const isMailed = notify && given.recipientEmail !== undefined;
    if (given.message && !isMailed)
      throw invalidField(
        '/message',
        'field.not_an_option',
        'A message goes with the mail; give recipientEmail, and leave notify true.',
      );
    await requireShareable(document, given, context);

    const token = linkTokens.random();
    const share = newShare({ given, token, passcodeHash, expiresAt, notify, isMailed }, context);
    await documentShares.add(share);
    const { variant, allowDownload, maxViews, label, recipientEmail, recipientName } = share;
    emit(shareCreated, {
      ...shareFactsOf(share),
      variant,
      allowDownload,
      passcodeRequired: passcodeHash !== null,
      maxViews,
      expiresAt,
      label,
      recipientEmail,
      recipientName,
    });
    if (isMailed) emit(shareMailDue, { shareId: share.id });
    return {
      share: documentShareView(share, context),
      url: `${settings.webUrl}/share#token=${token}`,
      warnings: warningsFor(document),
    };
  },
});

function endFor({ expiresAt }: Input, now: Instant): Instant {
  if (expiresAt === undefined) return plusDays(now, usualShareDays);
  requireLinkTerm('/expiresAt', expiresAt, now);
  return expiresAt;
}

/** The document is locked, so that of many who share it at once none passes the limit. */
async function requireShareable(
  document: Document,
  { variant, allowDownload }: Input,
  { documentVersions, documentShares, now }: DocumentsPorts & Pick<WritingContext, 'now'>,
): Promise<void> {
  if (!isEditable(document)) throw documentInvalidState();
  const version = await versionOf(documentVersions, document, variant);
  if (version === null) throw documentVariantNotFound();
  if (!allowDownload && !isShown(document, version)) throw shareDownloadRequired();
  const active = await documentShares.activeOf(document.id);
  if (active.filter((share) => statusAt(share, now) === 'active').length >= mostActiveShares)
    throw shareTooMany();
}

interface Making {
  readonly given: Input;
  readonly token: string;
  readonly passcodeHash: string | null;
  readonly expiresAt: Instant;
  readonly notify: boolean;
  readonly isMailed: boolean;
}

function newShare(
  { given, token, passcodeHash, expiresAt, notify, isMailed }: Making,
  { newId, now, user, keyRing, linkTokens }: WritingContext,
): DocumentShare {
  const id = newId();
  return {
    id,
    documentId: given.documentId,
    label: given.label || null,
    recipientEmail: given.recipientEmail ?? null,
    recipientName: given.recipientName ?? null,
    message: given.message || null,
    variant: given.variant,
    allowDownload: given.allowDownload,
    passcodeHash,
    maxViews: given.maxViews ?? null,
    viewCount: 0,
    notify,
    expiresAt,
    status: documentShareStates.begin('active'),
    lastViewedAt: null,
    revokedAt: null,
    revokedByUserId: null,
    revokeReason: null,
    createdByUserId: user.userId,
    tokenHash: linkTokens.hash(token),
    sealedToken: isMailed ? keyRing.seal(Buffer.from(token), sealOfShare(id)) : null,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

/** SHR-8: sharing goes on after a round was voided, and whoever does so should know. */
const warningsFor = ({ signatureStatus }: Document) =>
  signatureStatus === 'voided'
    ? [
        {
          code: 'document_voided' as const,
          message: 'The signing of this document was voided; the recipient gets the file as it was before.',
        },
      ]
    : [];
