import type { PDFDict, PDFObject } from 'pdf-lib';
import { PDFName } from 'pdf-lib';
import type { ExplicitPage } from '../added-page.ts';
import { margin, styles } from '../certificate/sheet.ts';
import { writtenAll } from '../content.ts';
import { name } from '../names.ts';
import { contentStream, drawOver, freeName } from '../pages.ts';
import { linesOf } from '../text/broken-text.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';

const size = 6.5;
const pitch = 8;
const inset = 6;

/** The operators that show a stamp above this point, in as many lines as the width needs. */
export function stampAt(
  fonts: DocumentFonts,
  stamp: string,
  { left, bottom, width }: { readonly left: number; readonly bottom: number; readonly width: number },
): { readonly content: string; readonly height: number } {
  const lines = linesOf(fonts, stamp, 'sans', Math.max(20, width) / size);
  const shown = lines.map(({ text, direction }, index) =>
    fonts.line(text, 'sans', direction).shown(left, bottom + (lines.length - 1 - index) * pitch + 2, size),
  );
  return { content: [styles.small.colour, ...shown].join('\n'), height: lines.length * pitch };
}

/** The stamp at the foot of a page of ours. */
export const footStamp = (fonts: DocumentFonts, stamp: string): string =>
  stampAt(fonts, stamp, { left: margin, bottom: 26, width: 595.28 - 2 * margin }).content;

/**
 * Stamps a page of a file on a strip that is added below what it shows, however it is turned, so that nothing of it is
 * covered.
 */
export function stampInlined(page: ExplicitPage, stamp: string, fonts: DocumentFonts): void {
  const { rotation, cropBox } = page.page;
  const [left, bottom, right, top] = cropBox;
  const isTurned = rotation === 90 || rotation === 270;
  const width = isTurned ? top - bottom : right - left;
  const drawn = stampAt(fonts, stamp, { left: inset, bottom: 3, width: width - 2 * inset });
  const height = drawn.height + 6;
  const { box, matrix } = stripBelow(cropBox, rotation, height);
  const { dict } = page;
  for (const key of ['MediaBox', 'CropBox']) dict.set(name(key), dict.context.obj([...box]));
  for (const key of ['TrimBox', 'BleedBox', 'ArtBox']) dict.delete(name(key));
  const content = [`${matrix} cm`, `1 1 1 rg ${writtenAll(0, 0, width, height)} re f`, drawn.content].join(
    '\n',
  );
  drawForm(dict, content, fonts);
}

type Box = readonly [number, number, number, number];

/** The page with a strip at what is its lower edge as it is shown, and how its lower left corner lies. */
function stripBelow([left, bottom, right, top]: Box, rotation: number, height: number) {
  switch (rotation) {
    case 90:
      return {
        box: [left, bottom, right + height, top] as const,
        matrix: writtenAll(0, 1, -1, 0, right + height, bottom),
      };
    case 180:
      return {
        box: [left, bottom, right, top + height] as const,
        matrix: writtenAll(-1, 0, 0, -1, right, top + height),
      };
    case 270:
      return {
        box: [left - height, bottom, right, top] as const,
        matrix: writtenAll(0, -1, 1, 0, left - height, top),
      };
    default:
      return {
        box: [left, bottom - height, right, top] as const,
        matrix: writtenAll(1, 0, 0, 1, left, bottom - height),
      };
  }
}

/** Farther than any page reaches. */
const formBox = 30_000;

function drawForm(dict: PDFDict, content: string, fonts: DocumentFonts): void {
  const { context } = dict;
  const form = freeName(dict, 'ChanceryStamp');
  const ref = contentStream(context, content, {
    Type: PDFName.of('XObject'),
    Subtype: PDFName.of('Form'),
    BBox: context.obj([-formBox, -formBox, formBox, formBox]),
    Resources: context.obj({ Font: fonts.resources() }) as PDFObject,
  });
  drawOver(dict, [{ name: form, ref }], `/${form} Do`);
}
