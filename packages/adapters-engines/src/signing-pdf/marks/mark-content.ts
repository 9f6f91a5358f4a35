import { written, writtenAll } from '../content.ts';
import { brokenText } from '../text/broken-text.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { type BundledFace, bundledFace } from '../text/faces.ts';
import { fittedLine, leastSize } from '../text/fitted-line.ts';
import type { LaidLine } from '../text/laid-line.ts';
import type { PlacedMark } from './placed-mark.ts';

const margin = 2;
const linePitch = 1.2;
const [sine, cosine] = [
  { 0: 0, 90: 1, 180: 0, 270: -1 },
  { 0: 1, 90: 0, 180: -1, 270: 0 },
] as Record<number, number>[] as [Record<number, number>, Record<number, number>];

/** What images a mark refers to: how content names one, and its size in pixels. */
export interface NamedImage {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}
export type ImageNames = (png: Uint8Array) => NamedImage;

/** The operators that draw a mark upright in its rectangle, clipped to it, in black (documents 7.1). */
export function markContent(mark: PlacedMark, fonts: DocumentFonts, images: ImageNames): string {
  const { anchor, width, height, rotateDegrees } = mark;
  const [s, c] = [sine[rotateDegrees] ?? 0, cosine[rotateDegrees] ?? 1];
  return [
    'q',
    `${writtenAll(c, s, -s, c, ...anchor)} cm`,
    `0 0 ${writtenAll(width, height)} re W n`,
    '0 g 0 G',
    drawn(mark, fonts, images),
    'Q',
  ].join('\n');
}

function drawn(mark: PlacedMark, fonts: DocumentFonts, images: ImageNames): string {
  switch (mark.drawing.kind) {
    case 'image':
      return imageContent(mark, images(mark.drawing.png));
    case 'typed':
      return typedContent(mark, mark.drawing.text, fonts);
    case 'line':
      return lineContent(mark, mark.drawing, fonts);
    case 'lines':
      return linesContent(mark, mark.drawing, fonts);
    case 'check':
      return checkContent(mark);
  }
}

type Box = Pick<PlacedMark, 'width' | 'height'>;

function imageContent(box: Box, { name, width, height }: NamedImage): string {
  const scale = Math.min(box.width / width, box.height / height);
  const bottom = (box.height - height * scale) / 2;
  return `${writtenAll(width * scale, 0, 0, height * scale, 0, bottom)} cm /${name} Do`;
}

const inset = (box: Box) => box.width - 2 * margin;

/** Where a line begins: a paragraph that is read from the right ends at the right. */
const startOf = (line: LaidLine, size: number, box: Box): number =>
  line.direction === 'rtl' ? box.width - margin - line.width * size : margin;

function baselineOf(base: BundledFace, size: number, box: Box): number {
  const { ascender, descender } = bundledFace(base);
  return (box.height - (ascender - descender) * size) / 2 - descender * size;
}

function typedContent(box: Box, text: string, fonts: DocumentFonts): string {
  const line = fonts.line(text, 'serifItalic');
  const fitting = line.width === 0 ? Number.POSITIVE_INFINITY : inset(box) / line.width;
  const size = Math.max(leastSize, Math.min(0.7 * box.height, fitting));
  return line.shown(startOf(line, size, box), baselineOf('serifItalic', size, box), size);
}

type Sized = { readonly text: string; readonly fontSize: number };

function lineContent(box: Box, { text, fontSize }: Sized, fonts: DocumentFonts): string {
  const { line, size } = fittedLine(fonts, { text, base: 'sans', size: fontSize }, inset(box));
  return line.shown(startOf(line, size, box), baselineOf('sans', size, box), size);
}

function linesContent(box: Box, { text, fontSize }: Sized, fonts: DocumentFonts): string {
  const { ascender, descender } = bundledFace('sans');
  const within = { width: inset(box), height: box.height, ascender, descender };
  const { lines, size } = brokenText(fonts, { text, base: 'sans', size: fontSize }, within);
  const first = box.height - margin - ascender * size;
  return lines
    .map((line, index) => line.shown(startOf(line, size, box), first - index * linePitch * size, size))
    .join('\n');
}

/** A tick: from the left, down, and up to the right. */
const tick = [
  [0.15, 0.5],
  [0.4, 0.22],
  [0.85, 0.8],
] as const;

function checkContent(box: Box): string {
  const side = Math.min(box.width, box.height) - 2;
  if (side <= 0) return '';
  const bottom = (box.height - side) / 2;
  const points = tick.map(([x, y]) => writtenAll(x * side, bottom + y * side));
  return `${written(side / 10)} w 1 J 1 j ${points[0]} m ${points[1]} l ${points[2]} l S`;
}
