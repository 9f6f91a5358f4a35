// Types only: the processes of the pool need not load the core.
import type { ContentFlag, DocumentPage } from '@chancery/core';
import { PDFDict, PDFName, type PDFObject } from 'pdf-lib';
import { pagesOf } from './page-list.ts';
import { type FieldCandidate, PdfFile } from './pdf-file.ts';

const [parent, fieldType, value, signature] = ['Parent', 'FT', 'V', 'Sig'].map((text) =>
  PDFName.of(text),
) as [PDFName, PDFName, PDFName, PDFName];
const mostAncestors = 64;

/** What is found in a PDF (CNT-5, CNT-7, CNT-13). The bytes never make it fail. */
export function inspectPdf(bytes: Buffer): {
  readonly pages: readonly DocumentPage[] | null;
  readonly flags: ReadonlySet<ContentFlag>;
} {
  const flags = new Set<ContentFlag>();
  const pages = pagesFound(bytes, flags);
  // What lies in the streams of an encrypted file cannot be read without opening it, which is no damage.
  const isEncrypted = flags.has('encrypted');
  if (pages === null && !isEncrypted) flags.add('damaged');
  return { pages: isEncrypted ? null : pages, flags };
}

function pagesFound(bytes: Buffer, flags: Set<ContentFlag>): readonly DocumentPage[] | null {
  try {
    const file = new PdfFile(bytes, flags);
    if (file.fields.some((field) => isSigned(field, file))) flags.add('signed');
    return file.isDamaged ? null : pagesOf(file);
  } catch {
    // The flags that were found until then are true.
    return null;
  }
}

/** A field of type `Sig` with a value; a field has from the fields above it what it does not say itself. */
function isSigned({ dict, isCurrent }: FieldCandidate, file: PdfFile): boolean {
  return (
    isCurrent && inherited(dict, fieldType, file) === signature && inherited(dict, value, file) !== undefined
  );
}

function inherited(dict: PDFDict, key: PDFName, file: PdfFile): PDFObject | undefined {
  let at: PDFObject | undefined = dict;
  for (let step = 0; at instanceof PDFDict && step < mostAncestors; step += 1) {
    const held = file.resolved(at.get(key));
    if (held !== undefined) return held;
    at = file.resolved(at.get(parent));
  }
  return undefined;
}
