import type { DocumentPage } from '@chancery/core';
import {
  type PDFArray,
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFPageLeaf,
  type PDFRef,
} from 'pdf-lib';
import { contentStream, plainStream } from './pages.ts';

/** A page that says everything itself. */
export interface ExplicitPage {
  readonly page: DocumentPage;
  readonly ref: PDFRef;
  readonly dict: PDFDict;
}

/** Operators that are packed, or that are in the file as they are. */
export type ContentPart = string | { readonly plain: string };

/** A new page, which is not yet in the page tree. */
export function addedPage(
  { context }: PDFDocument,
  { width, height }: { readonly width: number; readonly height: number },
  content: readonly ContentPart[],
  resources: Readonly<Record<string, Record<string, PDFRef>>>,
): ExplicitPage {
  const box = [0, 0, width, height];
  const entries = context.obj({
    Type: PDFName.of('Page'),
    MediaBox: box,
    CropBox: box,
    Resources: resources,
    Contents: contentsOf(context, content),
  });
  const dict = PDFPageLeaf.fromMapWithContext(new Map(entries.entries()), context);
  return {
    page: { width, height, rotation: 0, cropBox: [0, 0, width, height] },
    dict,
    ref: context.register(dict),
  };
}

/** What is packed and follows each other is one stream. */
function contentsOf(context: PDFContext, parts: readonly ContentPart[]): PDFRef | PDFArray {
  const streams: PDFRef[] = [];
  let packed: string[] = [];
  const pack = () => {
    if (packed.length > 0) streams.push(contentStream(context, packed.join('\n')));
    packed = [];
  };
  for (const part of parts)
    if (typeof part === 'string') packed.push(part);
    else {
      pack();
      streams.push(plainStream(context, part.plain));
    }
  pack();
  const [only, ...others] = streams;
  return only !== undefined && others.length === 0 ? only : context.obj(streams);
}
