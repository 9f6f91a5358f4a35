import type { CertificateModel, SealPlace } from '@chancery/core';
import { PDFDocument } from 'pdf-lib';
import { packedPages } from '../pdf/packed-pages.ts';
import { addSealPlaceholder } from '../seal/seal-placeholder.ts';
import { certificatePages } from './certificate/certificate-pages.ts';
import type { OpenDigests } from './certificate/open-digest.ts';
import { openDigestsIn } from './certificate/open-digests-in.ts';
import { wordsOf } from './certificate/words.ts';
import { writePageTree } from './copy/explicit-pages.ts';
import { savedPdf, writeInfo } from './documents.ts';
import { documentImages } from './images/document-images.ts';
import { DocumentFonts } from './text/document-fonts.ts';

export interface CertificateInput {
  readonly certificate: CertificateModel;
  readonly seal: SealPlace;
  readonly furtherFaces: readonly string[];
}

export interface WrittenCertificate {
  readonly bytes: Uint8Array;
  readonly pages: Uint8Array;
  /** Of the sealed file, and of the certificate that its seal was made with. */
  readonly open: OpenDigests;
}

/** The task of the pool that writes the certificate as a file of its own. */
export async function run({
  certificate,
  seal,
  furtherFaces,
}: CertificateInput): Promise<WrittenCertificate> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const fonts = new DocumentFonts(document.context, furtherFaces);
  const drawing = { fonts, images: documentImages(document) };
  const { pages, open } = certificatePages(document, certificate, 'alone', drawing);
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
  const bytes = await savedPdf(document, [Buffer.from(JSON.stringify([certificate, seal]))]);
  return {
    bytes,
    pages: packedPages(pages.map(({ page }) => page)),
    open: openDigestsIn(bytes, open),
  };
}
