import { z } from 'zod';
import type { DocumentVersion } from '../../documents/index.ts';
import { storedOrMadeFile } from '../../kernel/file-answer.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { goneBecause, linkGone, linkNotFound } from '../../kernel/links.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import { type Instant, plusMinutes } from '../../kernel/time.ts';
import { marksOf } from '../drawn-marks.ts';
import { action, type SigningPorts, type SigningPreparing } from '../ports.ts';
import { openedAgain, signerStates, viewedSigner } from '../signer.ts';
import { aboutSigner, signerViewed } from '../signer-events.ts';
import { signingVerificationRequired } from './errors.ts';
import { linkThrottle, linkThrottles } from './link-throttle.ts';
import { isStillOpen, linkFields, type OpenedLink, type ShownLink, unlockedLink } from './opened-link.ts';
import { openedMaterial } from './sealed-material.ts';

const renderings = ['plain', 'stamped'] as const;

export const getSigningContent = action({
  summary: 'Download the document of a signing link',
  description:
    'Plain is the file that is signed, byte for byte; stamped shows what was filled in until now. A link that gives a copy serves the sealed file. The sender learns when you were first sent the document.',
  access: 'anyone',
  always: true,
  countsAsRead: true,
  throttle: linkThrottle,
  throttles: linkThrottles,
  cli: { command: 'signing download' },
  input: z.strictObject({
    ...linkFields,
    render: z
      .enum(renderings)
      .default('plain')
      .describe('plain: the file that is signed; stamped: with what was filled in until now.'),
  }),
  output: storedOrMadeFile('application/pdf'),
  errors: [linkNotFound, linkGone, signingVerificationRequired],

  find: (input, context) => unlockedLink(input, context),

  prepares: ({ render }) => render === 'stamped',
  prepare: stampedCopy,

  async run(input, { found: opened, prepared: stamped, documentLibrary, readLater, writeLater }) {
    const version = await contentOf(opened, { documentLibrary });
    const answer = {
      mediaType: 'application/pdf',
      fileName: opened.document.fileName,
      disposition: 'inline',
      cacheControl: null,
      delivering: async ({ fromStart }: { readonly fromStart: boolean }) => {
        if (fromStart) await writeLater((later) => noteOpening(input, later));
      },
    } as const;
    if (stamped !== null) return { ...answer, etag: null, content: stamped };
    return {
      ...answer,
      etag: `sha256-${version.sha256}`,
      stored: {
        blobKey: version.blobKey,
        sizeBytes: version.sizeBytes,
        isStillServed: () => readLater((later) => isStillOpen(opened, later)),
      },
    };
  },
});

/** The version that a link serves; `link.gone` if its bytes are destroyed. */
async function contentOf(
  { link, document }: OpenedLink,
  { documentLibrary }: Pick<SigningPorts, 'documentLibrary'>,
): Promise<DocumentVersion> {
  const version = await documentLibrary.content(
    document.id,
    link.purpose === 'copy' ? 'sealed' : 'signing_copy',
  );
  if (version === null) throw goneBecause('cancelled');
  return version;
}

/** The signing copy with the fields that are filled; null of a link that gives the sealed file, which has them all. */
async function stampedCopy(
  shown: ShownLink,
  { transact, signingPdfComposer, blobs, keyRing }: SigningPreparing,
): Promise<Uint8Array | null> {
  const found = await transact(async (inside) => {
    const opened = await unlockedLink(shown, inside);
    const { link, round } = opened;
    if (link.purpose === 'copy') return null;
    return {
      version: await contentOf(opened, inside),
      fields: await inside.signingFields.of(round.id),
      materials: await inside.signatureMaterials.of(round.id),
      language: round.language,
    };
  });
  if (found === null) return null;
  const { version, fields, materials, language } = found;
  const marks = marksOf(
    fields,
    materials.map((material) => openedMaterial(material, keyRing)),
    language,
  );
  const copy = { content: storedContent(blobs, version), pages: version.pages ?? [] };
  return signingPdfComposer.stamped(copy, marks);
}

/** How long an opening counts as the same one, so that not every part of a file that is read is written down. */
const sameOpeningMinutes = 10;

/** Notes that the document was sent to this person: the first time for everybody to know, later ones for reminders. */
async function noteOpening(shown: ShownLink, context: WritingContext & SigningPorts): Promise<void> {
  const { signer, link } = await unlockedLink(shown, context);
  if (link.purpose === 'copy' || !isNews(signer, context.now)) return;
  const opened = await unlockedLink(shown, context, 'for update');
  const { now, signers, emit } = context;
  if (!isNews(opened.signer, now)) return;
  if (!signerStates.can(opened.signer.status, 'view')) {
    await signers.save(openedAgain(opened.signer, now));
    return;
  }
  const viewed = viewedSigner(opened.signer, now);
  await signers.save(viewed);
  emit(signerViewed, aboutSigner(opened.document, opened.round, viewed));
}

const isNews = ({ status, lastOpenedAt }: OpenedLink['signer'], now: Instant): boolean =>
  status === 'sent' ||
  (status === 'viewed' && (lastOpenedAt === null || plusMinutes(lastOpenedAt, sameOpeningMinutes) <= now));
