import type { DocumentPage } from '@chancery/core';
import { type PDFDict, type PDFDocument, PDFName, PDFPageLeaf, type PDFRef } from 'pdf-lib';
import { contentStream } from './pages.ts';

/** A page that says everything itself. */
export interface ExplicitPage {
  readonly page: DocumentPage;
  readonly ref: PDFRef;
  readonly dict: PDFDict;
}

/** A new page, which is not yet in the page tree. */
export function addedPage(
  { context }: PDFDocument,
  { width, height }: { readonly width: number; readonly height: number },
  content: readonly string[],
  resources: Readonly<Record<string, Record<string, PDFRef>>>,
): ExplicitPage {
  const box = [0, 0, width, height];
  const entries = context.obj({
    Type: PDFName.of('Page'),
    MediaBox: box,
    CropBox: box,
    Resources: resources,
    Contents: contentStream(context, content.join('\n')),
  });
  const dict = PDFPageLeaf.fromMapWithContext(new Map(entries.entries()), context);
  return {
    page: { width, height, rotation: 0, cropBox: [0, 0, width, height] },
    dict,
    ref: context.register(dict),
  };
}
