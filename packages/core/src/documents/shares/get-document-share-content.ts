import { z } from 'zod';
import { storedFile } from '../../kernel/file-answer.ts';
import type { HandlerContext, LaterReads, WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkGone } from '../../kernel/links.ts';
import { secret, secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import type { DocumentVersion } from '../document.ts';
import { action, type DocumentsPorts } from '../ports.ts';
import { isShown, servedType, versionOf } from '../served-content.ts';
import { type DocumentShare, delivered } from './document-share.ts';
import {
  shareGrantExpired,
  shareLinkNotFound,
  sharePasscodeIncorrect,
  sharePasscodeRequired,
} from './errors.ts';
import { shareExhausted, shareFactsOf, shareFirstViewed } from './events.ts';
import { noteShareView } from './note-share-view.ts';
import { grantCharacters, readGrant, type ShareGrant } from './share-grant.ts';
import { documentOf, endOf, lockedShareOfLink } from './share-of-link.ts';
import { givenPasscode, requireUnlocked, triedPasscode } from './share-passcode.ts';

const givenGrant = () =>
  secret(
    z
      .string()
      .max(grantCharacters)
      .regex(/^[A-Za-z0-9_-]{86}$/, 'Give the grant as contentUrl has it, 86 characters.'),
  );

export const getDocumentShareContent = action({
  summary: 'Download a shared document',
  description:
    'Answers with the bytes, whole or in part. Each grant of contentUrl counts as one view, at its first answer; a request without a grant is a view of its own, whatever part it asks for. If the file may not be downloaded, it is sent to be shown.',
  access: 'anyone',
  cli: { command: 'documents shares download' },
  always: true,
  countsAsRead: true,
  throttle: tokenMisses({ passes: [sharePasscodeIncorrect, sharePasscodeRequired, shareGrantExpired] }),
  throttles: ofItsOwn,
  input: z.strictObject({
    token: secretToken().describe('The part of the link after #token=.'),
    grant: givenGrant().optional().describe('The grant of contentUrl, instead of the passcode.'),
    passcode: givenPasscode(),
  }),
  output: storedFile(),
  errors: [shareLinkNotFound, linkGone, sharePasscodeRequired, sharePasscodeIncorrect, shareGrantExpired],

  prepares: ({ grant, passcode }) => grant === undefined && passcode !== undefined,
  prepare: async ({ token, grant, passcode }, context) =>
    grant !== undefined || passcode === undefined ? null : triedPasscode(token, passcode, context),

  async run({ token, grant }, context) {
    const share = await lockedShareOfLink(token, context);
    // Only from here on do the ports stand in the workspace of the link.
    const { prepared, documentVersions, keyRing, now } = context;
    const end = endOf(share, now);
    // The grant of a delivery that was counted stays good when a later one, or itself, was the last.
    if (end !== null && !(end === 'exhausted' && grant !== undefined)) throw goneBecause(end);
    const used = grant === undefined ? null : readGrant(grant, share, keyRing);
    if (grant === undefined) requireUnlocked(share, prepared);
    else if (used === null || used.endsAt <= now) throw shareGrantExpired();

    const document = await documentOf(share, context);
    const version = await versionOf(documentVersions, document, share.variant);
    if (version === null) throw linkGone();
    if (await isNewDelivery(share, used, context)) await count(share, version, document.ownerUserId, context);
    return {
      mediaType: servedType(version.mimeType),
      fileName: document.fileName,
      disposition: share.allowDownload || !isShown(document, version) ? 'attachment' : 'inline',
      etag: `sha256-${version.sha256}`,
      cacheControl: 'private, no-store',
      stored: {
        blobKey: version.blobKey,
        sizeBytes: version.sizeBytes,
        isStillServed: () => isStillShared(share, context),
      },
    } as const;
  },
});

type Counting = DocumentsPorts & WritingContext;

/** Whether this request is a view of its own: each without a grant, and the first with each grant (SHR-3). */
const isNewDelivery = async (
  { id }: DocumentShare,
  grant: ShareGrant | null,
  { documentShares, now }: Counting,
): Promise<boolean> => grant === null || documentShares.useGrant(id, grant.number, grant.endsAt, now);

/** The share is locked, so that of many who ask for the last view at once one gets it. */
async function count(
  share: DocumentShare,
  version: DocumentVersion,
  ownerUserId: string,
  context: Counting,
): Promise<void> {
  const { documentShares, now, emit } = context;
  if (share.status === 'exhausted') throw goneBecause('exhausted');
  const [after = share] = await documentShares.save(share.documentId, [delivered(share, now)]);
  await noteShareView(after, version, context);
  if (after.status === 'exhausted')
    emit(shareExhausted, { ...shareFactsOf(after), viewCount: after.viewCount });
  if (after.viewCount === 1 && after.notify)
    emit(shareFirstViewed, { shareId: after.id, ownerUserId, viewedAt: now });
}

/**
 * Whether a download under way may go on (SHR-9): nobody has ended the share, its time is not over, and its document is as
 * it was. That the share is exhausted ends none, since each was counted.
 */
const isStillShared = (
  { id, documentId }: DocumentShare,
  { readLater }: LaterReads<HandlerContext & DocumentsPorts>,
): Promise<boolean> =>
  readLater(async ({ documentShares, documents, clock }) => {
    const [share, document] = await Promise.all([documentShares.get(id), documents.get(documentId)]);
    if (share === null || document?.status !== 'active') return false;
    return ['exhausted', null].includes(endOf(share, clock.now()));
  });
