import type { CertificateModel, CertificateOfSealed, SealPlace } from '@chancery/core';
import { PDFDocument } from 'pdf-lib';
import { packedPages } from '../pdf/packed-pages.ts';
import { addSealPlaceholder } from '../seal/seal-placeholder.ts';
import { certificatePages } from './certificate/certificate-pages.ts';
import { wordsOf } from './certificate/words.ts';
import { writePageTree } from './copy/explicit-pages.ts';
import { savedPdf, writeInfo } from './documents.ts';
import { documentImages } from './images/document-images.ts';
import { DocumentFonts } from './text/document-fonts.ts';

export interface CertificateInput {
  readonly certificate: CertificateModel;
  readonly sealed: CertificateOfSealed;
  readonly seal: SealPlace;
  readonly furtherFaces: readonly string[];
}

/** The task of the pool that writes the certificate as a file of its own. */
export async function run({
  certificate,
  sealed,
  seal,
  furtherFaces,
}: CertificateInput): Promise<{ readonly bytes: Uint8Array; readonly pages: Uint8Array }> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new DocumentFonts(document.context, furtherFaces);
  const drawing = { fonts, images: documentImages(document) };
  const pages = certificatePages(document, certificate, sealed, drawing);
  writePageTree(document, pages);
  fonts.finish();
  const at = new Date(certificate.preparedAt);
  const { title } = wordsOf(certificate.language);
  writeInfo(document, {
    Title: `${title}: ${certificate.facts.document.name}`,
    Producer: 'Chancery',
    CreationDate: at,
    ModDate: at,
  });
  addSealPlaceholder(document, { ...seal, at: certificate.preparedAt });
  return {
    bytes: await savedPdf(document, [Buffer.from(JSON.stringify([certificate, sealed, seal]))]),
    pages: packedPages(pages.map(({ page }) => page)),
  };
}
