import { createHash } from 'node:crypto';
import { type PDFDict, type PDFDocument, PDFName, type PDFObject } from 'pdf-lib';
import { embeddedPng } from '../images/embedded-png.ts';
import { contentStream, drawOver, freeName } from '../pages.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { markContent, type NamedImage } from './mark-content.ts';
import type { PlacedMark } from './placed-mark.ts';

/** Farther than any page reaches. */
const formBox = 30_000;

/**
 * Draws the marks over the pages. All that belongs to one page is one graphic with fonts and images of its own, so that
 * nothing of the page is renamed.
 */
export function drawMarks(
  document: PDFDocument,
  pages: readonly PDFDict[],
  marks: readonly PlacedMark[],
  fonts: DocumentFonts,
): void {
  const images = imagesOf(document);
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

/** The images of a document; one that is drawn several times is in the file once. */
export function imagesOf({ context }: Pick<PDFDocument, 'context'>) {
  const known = new Map<string, NamedImage & { readonly ref: ReturnType<typeof embeddedPng>['ref'] }>();
  return {
    named: (png: Uint8Array): NamedImage => {
      const digest = createHash('sha256').update(png).digest('hex');
      const image = known.get(digest) ?? { ...embeddedPng(context, png), name: `I${known.size + 1}` };
      known.set(digest, image);
      return image;
    },
    resources: () => Object.fromEntries([...known.values()].map(({ name, ref }) => [name, ref])),
  };
}
