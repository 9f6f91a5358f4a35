import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type PlainLine, pageLines } from './lines/page-lines.ts';
import type { PlacedText } from './lines/placed-text.ts';

/** What slopes more is no line of the page. */
const mostSlope = 0.1;

/** The lines of the text layer of a page, as it is shown. */
export async function pdfLines(page: PDFPageProxy): Promise<PlainLine[]> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item): PlacedText[] => {
    if (!('str' in item)) return [];
    const [a, b, c, d, left, baseline] = multiplied(transform, item.transform);
    const size = Math.hypot(c, d);
    if (Math.abs(b) > mostSlope * Math.abs(a) || a <= 0 || size === 0) return [];
    return [{ text: item.str, left, baseline, width: item.width, height: size, confidence: null }];
  });
  return pageLines(pieces, { width, height });
}

type Matrix = readonly [number, number, number, number, number, number];
const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
];

function multiplied(one: readonly number[], other: readonly number[]): Matrix {
  const [a, b, c, d, e, f] = matrixOf(one);
  const [p, q, r, s, t, u] = matrixOf(other);
  return [a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f];
}
