import { createHash } from 'node:crypto';
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from 'pdf-lib';

/** The name under which the evidence is attached (SEA-13). */
export const evidenceName = 'chancery-evidence.json';
/** What a file may hold as evidence (SEA-18). */
export const mostEvidenceBytes = 4 * 1024 * 1024;

export interface ReadEvidence {
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** How many pages of the file are the signing copy, as the evidence says; those of the certificate follow. */
  readonly signingCopyPages: number | null;
}

/** The attached evidence; null if there is none, and `too_large` if it is larger than evidence may be. */
export function readEvidence(document: PDFDocument): ReadEvidence | 'too_large' | null {
  const stream = attachedStream(document);
  if (stream === null) return null;
  const bytes = decodePDFRawStream(stream).decode();
  if (bytes.length > mostEvidenceBytes) return 'too_large';
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    signingCopyPages: pagesOf(bytes),
  };
}

function attachedStream({ catalog }: PDFDocument): PDFRawStream | null {
  const names = dictionaryOf(catalog, 'Names');
  const list = dictionaryOf(names, 'EmbeddedFiles')?.lookup(PDFName.of('Names'));
  if (!(list instanceof PDFArray)) return null;
  for (let index = 0; index + 1 < list.size(); index += 2) {
    const name = list.lookup(index);
    const specification = list.lookup(index + 1);
    const isText = name instanceof PDFString || name instanceof PDFHexString;
    if (!isText || name.decodeText() !== evidenceName || !(specification instanceof PDFDict)) continue;
    const stream = dictionaryOf(specification, 'EF')?.lookup(PDFName.of('F'));
    if (stream instanceof PDFRawStream) return stream;
  }
  return null;
}

function dictionaryOf(parent: PDFDict | null, key: string): PDFDict | null {
  const value = parent?.lookup(PDFName.of(key));
  return value instanceof PDFDict ? value : null;
}

function pagesOf(bytes: Uint8Array): number | null {
  try {
    const pages: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'))?.signingCopy?.pages;
    return typeof pages === 'number' && Number.isSafeInteger(pages) && pages >= 0 ? pages : null;
  } catch {
    return null;
  }
}
