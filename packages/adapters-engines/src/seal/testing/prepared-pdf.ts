import { createHash } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { evidenceName } from '../read-evidence.ts';
import { addSealPlaceholder } from '../seal-placeholder.ts';

/** A little later than the certificates that the suite makes. */
export const sealedAt = new Date(Date.now() + 3_600_000).toISOString();

export interface Prepared {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** A file as it is before it is sealed. */
export async function prepared(
  document: PDFDocument,
  { contentsBytes = 8192, useObjectStreams = false } = {},
): Promise<Prepared> {
  addSealPlaceholder(document, {
    name: 'Präxis Lovelace',
    reason: 'Completed by all who were asked to sign',
    location: null,
    at: sealedAt,
    contentsBytes,
  });
  const bytes = await document.save({ useObjectStreams, updateFieldAppearances: false });
  return { bytes, pages: document.getPageCount() };
}

/** A document of so many pages, each with its number. */
export async function letter(pages = 2): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1)
    document.addPage().drawText(`Page ${number} of the minutes`, { x: 72, y: 700 });
  return document;
}

export const sha256Hex = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

/** Attaches evidence, and writes its digest on a page of its own as the certificate does. */
export async function withEvidence(document: PDFDocument, evidence: Uint8Array, named = sha256Hex(evidence)) {
  const page = document.addPage();
  page.drawText('Evidence', { x: 72, y: 720, size: 9 });
  page.drawText(named.slice(0, 40), { x: 72, y: 700, size: 9 });
  page.drawText(named.slice(40), { x: 72, y: 688, size: 9 });
  await document.attach(evidence, evidenceName, { mimeType: 'application/json' });
}
