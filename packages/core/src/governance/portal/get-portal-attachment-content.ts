import { z } from 'zod';
import { storedFile } from '../../kernel/file-answer.ts';
import type { Later } from '../../kernel/handler-context.ts';
import type { ByteRange } from '../../kernel/ports.ts';
import { id } from '../../kernel/shapes.ts';
import {
  attachmentErased,
  attachmentNotClean,
  attachmentQuarantined,
  openedAttachment,
  openedKey,
  readableBytes,
} from '../../records/index.ts';
import { portalHeader, portalThrottle, portalThrottles } from '../consents/portal/opened-consent.ts';
import { type PackageItem, packageStatusAt } from '../disclosures/release-package.ts';
import { portalDownloadNotAllowed, portalItemNotFound } from '../errors.ts';
import { action, type GovernancePorts } from '../ports.ts';
import { countedOpening, requireOpening } from './counted-opening.ts';
import { aboutRelease, portalItemRead } from './events.ts';
import { requireDownload } from './export-portal-package.ts';
import { type OpenedPackage, openedPackage } from './opened-package.ts';
import { contentRefusals, goodLink, linkToken, releasedPackageId } from './portal-fields.ts';

const refusals = [
  portalDownloadNotAllowed,
  portalItemNotFound,
  attachmentNotClean,
  attachmentQuarantined,
  attachmentErased,
];

export const getPortalAttachmentContent = action({
  summary: 'Download a file of a released entry',
  description:
    'Whole or in part. While it is sent, the link is looked at again with every MiB and every ten seconds, and the answer is cut off once the package is revoked; the ledger says how many bytes went out.',
  access: 'anyone',
  always: true,
  countsAsRead: true,
  cli: { command: 'governance portal download' },
  throttle: portalThrottle(...goodLink, ...refusals),
  throttles: portalThrottles,
  input: z.strictObject({
    packageId: releasedPackageId(),
    itemId: id().describe('The entry in the package.'),
    attachmentId: id().describe('The file.'),
    authorization: portalHeader(),
    token: linkToken(),
  }),
  output: storedFile(),
  errors: [...contentRefusals, ...refusals],

  async prepare(asked, context) {
    const { workspaceId, item, file } = await context.transact(async (work) => {
      const opened = await openedPackage(asked, work);
      requireDownload(opened);
      const shown = (await work.releasePackages.items(opened.released.id)).find(
        ({ id: of }) => of === asked.itemId,
      );
      if (!shown?.attachments.some(({ id: of }) => of === asked.attachmentId)) throw portalItemNotFound();
      const [attachment] = await work.recordEntries.attachments([asked.attachmentId]);
      if (attachment === undefined) throw portalItemNotFound();
      return { workspaceId: opened.workspaceId, item: shown, file: attachment };
    });
    const blobKey = readableBytes(file);
    const outside = { ...context, workspaceId };
    const key = await openedKey(file.keyId, outside);
    if (key === null) throw attachmentErased();
    const opened = openedAttachment({ ...file, blobKey }, key, outside);
    return { item, file: { ...file, blobKey }, opened };
  },

  async run(asked, context) {
    const { item, file, opened: bytes } = context.prepared;
    const opened = await openedPackage(asked, context, 'for update');
    requireDownload(opened);
    requireOpening(opened, context);
    const { contentType, fileName, sha256, blobKey, sizeBytes } = file;
    return {
      mediaType: contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType,
      fileName,
      disposition: 'attachment',
      etag: `sha256-${sha256}`,
      cacheControl: 'private, no-store',
      stored: {
        blobKey,
        sizeBytes,
        isStillServed: () => isStillReleased(opened, context),
        opened: async (range?: ByteRange, signal?: AbortSignal) =>
          noted(await bytes.read(range, signal), (sent) => noteSent(opened, item, file.id, sent, context)),
      },
      // Only what is delivered is an opening: not a refused range, nor an answer that the reader has the file already.
      delivering: () =>
        context.writeLater(async (later) => {
          await countedOpening(await openedPackage(asked, later, 'for update'), later);
        }),
    } as const;
  },
});

/** PORT-4: whether a download under way may go on, by what is true at that moment. */
const isStillReleased = (
  { token: { tokenHash }, released: { id: packageId } }: OpenedPackage,
  { readLater }: Pick<Later<GovernancePorts>, 'readLater'>,
): Promise<boolean> =>
  readLater(async ({ portalTokens, releasePackages, recipientActivity, clock }) => {
    const token = await portalTokens.get(tokenHash);
    const released = await releasePackages.get(packageId);
    if (token?.status !== 'live' || released === null) return false;
    const { lockedAt, declinedAt } = await recipientActivity.get(packageId);
    return packageStatusAt(released, clock.now()) === 'released' && lockedAt === null && declinedAt === null;
  });

/** What went out of a file stands in the ledger once nothing more does, however that came (PORT-13). */
async function* noted(
  content: AsyncIterable<Uint8Array>,
  note: (sent: number) => Promise<void>,
): AsyncIterable<Uint8Array> {
  let sent = 0;
  try {
    for await (const part of content) {
      yield part;
      sent += part.byteLength;
    }
  } finally {
    await note(sent);
  }
}

const noteSent = (
  { released, token }: OpenedPackage,
  { id: itemId, artifactId }: PackageItem,
  attachmentId: string,
  bytes: number,
  { writeLater }: Pick<Later<GovernancePorts>, 'writeLater'>,
): Promise<void> =>
  writeLater(async ({ accessedBy, emit }) => {
    accessedBy({
      access: { basis: 'portal', grantId: null },
      purposeOfUse: released.purposeOfUse,
      portalLink: token.tokenHash,
    });
    emit(portalItemRead, { ...aboutRelease(released), itemId, artifactId, attachmentId, bytes });
  });
