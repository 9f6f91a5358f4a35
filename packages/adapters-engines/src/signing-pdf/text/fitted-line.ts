import type { DocumentFonts } from './document-fonts.ts';
import type { BundledFace } from './faces.ts';
import type { LaidLine } from './laid-line.ts';

export const leastSize = 6;
const step = 0.5;
const ellipsis = '…';
/** A hair, so that a text that just fits is not cut because of rounding. */
const tolerance = 1e-6;

export interface FittedLine {
  readonly line: LaidLine;
  readonly size: number;
}

/** The largest size, from the wanted one down by halves to 6, in which the text is so wide at most; what then does not fit is cut. */
export function fittedLine(
  fonts: DocumentFonts,
  { text, base, size: wanted }: { readonly text: string; readonly base: BundledFace; readonly size: number },
  width: number,
): FittedLine {
  const line = fonts.line(text, base);
  let size = wanted;
  while (line.width * size > width + tolerance && size > leastSize) size = Math.max(leastSize, size - step);
  if (line.width * size <= width + tolerance) return { line, size };
  return { line: fonts.line(cutText(fonts, text, base, width / size), base, line.direction), size };
}

/** As much of the text as fits before `…`, in whole graphemes; the width is in parts of the size. */
export function cutText(fonts: DocumentFonts, text: string, base: BundledFace, width: number): string {
  const ends = graphemeEnds(text);
  const fits = (count: number) =>
    fonts.line(`${text.slice(0, ends[count - 1] ?? 0)}${ellipsis}`, base).width <= width + tolerance;
  return `${text.slice(0, ends[mostThat(fits, ends.length) - 1] ?? 0)}${ellipsis}`;
}

/** How many graphemes fit, at least one. */
export function fittingPart(fonts: DocumentFonts, text: string, base: BundledFace, width: number): string {
  const ends = graphemeEnds(text);
  const fits = (count: number) =>
    fonts.line(text.slice(0, ends[count - 1] ?? 0), base).width <= width + tolerance;
  return text.slice(0, ends[Math.max(mostThat(fits, ends.length), 1) - 1]);
}

/** The largest number up to `most` of which it is true, if it is true of all smaller ones; 0 if there is none. */
function mostThat(isTrue: (count: number) => boolean, most: number): number {
  let [low, high] = [0, 1];
  // What fits is mostly short, and what is tried is laid out as a whole.
  while (high < most && isTrue(high)) [low, high] = [high, high * 2];
  high = Math.min(high, most);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isTrue(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function graphemeEnds(text: string): readonly number[] {
  const segments = new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ index, segment }) => index + segment.length);
}
