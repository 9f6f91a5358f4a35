import type { Document } from '../documents/index.ts';
import {
  documentNotInspected,
  documentNotSignable,
  documentPdfAlreadySigned,
  documentPdfDamaged,
  documentPdfEncrypted,
  documentPdfTooLarge,
  documentPdfXfa,
  documentTooManyPages,
} from './errors.ts';

export const mostSignableBytes = 100 * 1024 * 1024;
export const mostSignablePages = 1000;
const inspectionRetrySeconds = 5;

type Inspected = Pick<Document, 'mimeType' | 'contentFlags' | 'pageCount' | 'sizeBytes'>;

/** What `pagesToSign` and `requireSignable` refuse with. */
export const pageRefusals = [documentNotInspected, documentNotSignable];
export const signableRefusals = [
  ...pageRefusals,
  documentPdfEncrypted,
  documentPdfAlreadySigned,
  documentPdfXfa,
  documentPdfDamaged,
  documentPdfTooLarge,
  documentTooManyPages,
];

/** Whether `pagesToSign` answers. */
export const hasPagesToSign = ({ mimeType, contentFlags, pageCount }: Inspected): boolean =>
  mimeType === 'application/pdf' && !contentFlags.includes('uninspected') && pageCount !== null;

function requireInspectedPdf({ mimeType, contentFlags }: Inspected): void {
  if (mimeType !== 'application/pdf') throw documentNotSignable();
  if (contentFlags.includes('uninspected'))
    throw documentNotInspected({ retryAfterSeconds: inspectionRetrySeconds });
}

/** How many pages there are to put fields on (CNT-12). */
export function pagesToSign(document: Inspected): number {
  requireInspectedPdf(document);
  if (document.pageCount === null) throw documentNotSignable();
  return document.pageCount;
}

/** SIG-4: passes for a PDF whose seal would be the only one, and which everybody sees alike. */
export function requireSignable(document: Inspected): void {
  requireInspectedPdf(document);
  const { contentFlags, sizeBytes, pageCount } = document;
  if (contentFlags.includes('encrypted')) throw documentPdfEncrypted();
  if (contentFlags.includes('signed')) throw documentPdfAlreadySigned();
  if (contentFlags.includes('xfa')) throw documentPdfXfa();
  if (contentFlags.includes('damaged') || pageCount === null) throw documentPdfDamaged();
  if (sizeBytes > mostSignableBytes) throw documentPdfTooLarge();
  if (pageCount > mostSignablePages) throw documentTooManyPages();
}
