import { type PDFDict, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
import type { DocumentImages } from '../images/document-images.ts';
import { contentStream, drawOver, freeName } from '../pages.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { markContent } from './mark-content.ts';
import type { PlacedMark } from './placed-mark.ts';

/** Farther than any page reaches. */
const formBox = 30_000;

/** What the graphics of a document share. */
export interface Drawing {
  readonly fonts: DocumentFonts;
  readonly images: DocumentImages;
}

/**
 * Draws the marks over the pages. All that belongs to one page is one graphic with fonts and images of its own, so that
 * nothing of the page is renamed.
 */
export function drawMarks(
  document: PDFDocument,
  pages: readonly PDFDict[],
  marks: readonly PlacedMark[],
  { fonts, images }: Drawing,
): void {
  for (const [index, node] of pages.entries()) {
    const own = marks.filter(({ pageIndex }) => pageIndex === index);
    if (own.length === 0) continue;
    const content = own.map((mark) => markContent(mark, fonts, images.named)).join('\n');
    const { context } = document;
    const name = freeName(node, 'ChanceryMarks');
    const ref = contentStream(context, content, {
      Type: PDFName.of('XObject'),
      Subtype: PDFName.of('Form'),
      BBox: context.obj([-formBox, -formBox, formBox, formBox]),
      Resources: context.obj({ Font: fonts.resources(), XObject: images.resources() }) as PDFObject,
    });
    drawOver(node, [{ name, ref }], `/${name} Do`);
  }
}
