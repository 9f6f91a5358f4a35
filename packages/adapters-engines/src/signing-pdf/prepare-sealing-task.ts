import type { CertificateModel, SealPlace } from '@chancery/core';
import type { PDFDocument } from 'pdf-lib';
import { packedPages } from '../pdf/packed-pages.ts';
import type { TaskSurroundings } from '../pool/engine-task.ts';
import { addSealPlaceholder } from '../seal/seal-placeholder.ts';
import type { ExplicitPage } from './added-page.ts';
import { attachEvidence } from './attached-evidence.ts';
import { a4, certificatePages, type Paper } from './certificate/certificate-pages.ts';
import { explicitPages, writePageTree } from './copy/explicit-pages.ts';
import { loadedPdf, pageNodes, savedPdf, wholeOf, writeInfo } from './documents.ts';
import { documentImages } from './images/document-images.ts';
import { drawMarks } from './marks/draw-marks.ts';
import type { PlacedMark } from './marks/placed-mark.ts';
import { DocumentFonts } from './text/document-fonts.ts';

export interface PrepareInput {
  readonly marks: readonly PlacedMark[];
  readonly certificate: CertificateModel;
  readonly evidence: Uint8Array;
  readonly seal: SealPlace;
  readonly furtherFaces: readonly string[];
}

/** The task of the pool that makes the file that is to be sealed (documents 6, steps 2 to 4); its source is the copy. */
export async function run(
  input: PrepareInput,
  { sources: [copy] }: TaskSurroundings,
): Promise<{ readonly bytes: Uint8Array; readonly pages: Uint8Array }> {
  const bytes = await wholeOf(copy);
  const { document, pages } = await preparedDocument(bytes, input);
  const madeFrom = Buffer.from(JSON.stringify([input.marks, input.certificate, input.seal]));
  return {
    bytes: await savedPdf(document, [bytes, madeFrom, input.evidence]),
    pages: packedPages(pages.map(({ page }) => page)),
  };
}

async function preparedDocument(
  copy: Uint8Array,
  { marks, certificate, evidence, seal, furtherFaces }: PrepareInput,
): Promise<{ readonly document: PDFDocument; readonly pages: readonly ExplicitPage[] }> {
  const document = await loadedPdf(copy);
  const fonts = new DocumentFonts(document.context, furtherFaces);
  const drawing = { fonts, images: documentImages(document) };
  const before = explicitPages(document, pageNodes(document) ?? []);
  drawMarks(
    document,
    before.map(({ dict }) => dict),
    marks,
    drawing,
  );
  const { pages: added } = certificatePages(
    document,
    certificate,
    'within',
    drawing,
    paperLike(before[0]?.page),
  );
  const pages = [...before, ...added];
  writePageTree(document, pages);
  fonts.finish();
  const at = new Date(certificate.preparedAt);
  attachEvidence(document, evidence, at);
  writeInfo(document, { ModDate: at });
  addSealPlaceholder(document, { ...seal, at: certificate.preparedAt });
  return { document, pages };
}

const letter: Paper = { width: 612, height: 792 };

/** The certificate is on Letter where the document is. */
const paperLike = (page: Paper | undefined): Paper =>
  page?.width === letter.width && page.height === letter.height ? letter : a4;
