import { z } from 'zod';
import { storedFile } from '../../kernel/file-answer.ts';
import type { HandlerContext, Later, WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkGone, linkNotFound } from '../../kernel/links.ts';
import { secret, secretToken } from '../../kernel/shapes.ts';
import { ofItsOwn, tokenMisses } from '../../kernel/throttling.ts';
import type { DocumentVersion } from '../document.ts';
import { action, type DocumentsPorts } from '../ports.ts';
import { isShown, servedType, versionOf } from '../served-content.ts';
import { type DocumentShare, delivered } from './document-share.ts';
import { shareGrantExpired, sharePasscodeIncorrect, sharePasscodeRequired } from './errors.ts';
import { shareExhausted, shareFactsOf, shareFirstViewed } from './events.ts';
import { noteShareView } from './note-share-view.ts';
import { grantCharacters, readGrant, type ShareGrant } from './share-grant.ts';
import { documentOf, endOf, lockedShareOfLink, shareOfLink } from './share-of-link.ts';
import { givenPasscode, requireUnlocked, type TriedPasscode, triedPasscode } from './share-passcode.ts';

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
  errors: [linkNotFound, linkGone, sharePasscodeRequired, sharePasscodeIncorrect, shareGrantExpired],

  prepares: ({ grant, passcode }) => grant === undefined && passcode !== undefined,
  prepare: async ({ token, grant, passcode }, context) =>
    grant !== undefined || passcode === undefined ? null : triedPasscode(token, passcode, context),

  async run({ token, grant }, context) {
    const share = await shareOfLink(token, context);
    // Only from here on do the ports belong to the workspace of the link.
    const { prepared, documentVersions, writeLater } = context;
    admittedGrant(share, grant, prepared, context);
    const document = await documentOf(share, context);
    const version = await versionOf(documentVersions, document, share.variant);
    if (version === null) throw linkGone();
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
      delivering: () =>
        writeLater(async (later) => {
          const locked = await lockedShareOfLink(token, later);
          const used = admittedGrant(locked, grant, prepared, later);
          if (await isNewDelivery(locked, used, later))
            await count(locked, version, document.ownerUserId, later);
        }),
    } as const;
  },
});

type Counting = DocumentsPorts & WritingContext;

/** The grant that lets somebody read the content, null if the passcode does or none is needed; throws if nothing does. */
function admittedGrant(
  share: DocumentShare,
  grant: string | undefined,
  tried: TriedPasscode | null,
  { keyRing, now }: Pick<Counting, 'keyRing' | 'now'>,
): ShareGrant | null {
  const end = endOf(share, now);
  // The grant of a delivery that was counted stays good when a later one, or itself, was the last.
  if (end !== null && !(end === 'exhausted' && grant !== undefined)) throw goneBecause(end);
  if (grant === undefined) {
    requireUnlocked(share, tried);
    return null;
  }
  const used = readGrant(grant, share, keyRing);
  if (used === null || used.endsAt <= now) throw shareGrantExpired();
  return used;
}

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
  { readLater }: Pick<Later<HandlerContext & DocumentsPorts>, 'readLater'>,
): Promise<boolean> =>
  readLater(async ({ documentShares, documents, clock }) => {
    const [share, document] = await Promise.all([documentShares.get(id), documents.get(documentId)]);
    if (share === null || document?.status !== 'active') return false;
    return ['exhausted', null].includes(endOf(share, clock.now()));
  });
