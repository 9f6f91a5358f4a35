import type { DocumentFonts } from './document-fonts.ts';
import type { BundledFace } from './faces.ts';
import { cutText, fittingPart, leastSize } from './fitted-line.ts';
import type { LaidLine } from './laid-line.ts';

const linePitch = 1.2;
const step = 0.5;
const tolerance = 1e-6;

export interface TextBox {
  readonly width: number;
  readonly height: number;
  /** Of the face: above and below the baseline, in parts of the size. */
  readonly ascender: number;
  readonly descender: number;
}

export interface BrokenText {
  readonly size: number;
  readonly lines: readonly LaidLine[];
}

interface Source {
  readonly text: string;
  readonly base: BundledFace;
  readonly size: number;
}

/** A text in lines, in the largest size from the wanted one down by halves to 6 in which it fits; what then does not fit is cut (documents 7.1). */
export function brokenText(
  fonts: DocumentFonts,
  { text, base, size: wanted }: Source,
  box: TextBox,
): BrokenText {
  for (let size = wanted; ; size = Math.max(leastSize, size - step)) {
    const most = mostLines(box, size);
    const lines = linesOf(fonts, text, base, box.width / size, size > leastSize ? most : most + 1);
    if (lines.length <= most || size <= leastSize)
      return { size, lines: laidLines(fonts, lines, base, { most, width: box.width / size }) };
  }
}

/** At least one: what is too high for its field is clipped. */
function mostLines({ height, ascender, descender }: TextBox, size: number): number {
  const left = height - 2 - (ascender - descender) * size;
  return Math.max(1, Math.floor(left / (linePitch * size) + tolerance) + 1);
}

interface Line {
  readonly text: string;
  /** Of its paragraph. */
  readonly direction: 'ltr' | 'rtl';
}

function laidLines(
  fonts: DocumentFonts,
  lines: readonly Line[],
  base: BundledFace,
  { most, width }: { readonly most: number; readonly width: number },
): readonly LaidLine[] {
  return lines.slice(0, most).map(({ text, direction }, index) => {
    const isCut = index === most - 1 && lines.length > most;
    return fonts.line(isCut ? cutText(fonts, text, base, width) : text, base, direction);
  });
}

/** Lines that are so wide at most, in parts of the size, and not many more than are asked for. */
export function linesOf(
  fonts: DocumentFonts,
  text: string,
  base: BundledFace,
  width: number,
  enough = Number.POSITIVE_INFINITY,
): readonly Line[] {
  const lines: Line[] = [];
  for (const paragraph of text.split('\n')) {
    const direction = fonts.directionOf(paragraph);
    for (const line of brokenParagraph(fonts, paragraph, base, width)) {
      lines.push({ text: line, direction });
      if (lines.length > enough) return lines;
    }
  }
  return lines;
}

/** Broken greedily at blanks; a word that is wider than a line is broken at graphemes. */
function* brokenParagraph(
  fonts: DocumentFonts,
  paragraph: string,
  base: BundledFace,
  width: number,
): Generator<string> {
  const blank = fonts.line(' ', base).width;
  let [line, taken] = ['', 0];
  for (const word of paragraph.split(' ')) {
    const wide = fonts.line(word, base).width;
    if (line === '' && taken === 0) [line, taken] = [word, wide];
    else if (taken + blank + wide <= width + tolerance)
      [line, taken] = [`${line} ${word}`, taken + blank + wide];
    else {
      yield line;
      [line, taken] = [word, wide];
    }
    while (taken > width + tolerance) {
      const part = fittingPart(fonts, line, base, width);
      if (part.length >= line.length) break;
      yield part;
      line = line.slice(part.length);
      taken = fonts.line(line, base).width;
    }
  }
  yield line;
}
