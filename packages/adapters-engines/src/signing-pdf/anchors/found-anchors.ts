import type { Anchor, FoundAnchor } from '@chancery/core';
import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  Util,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type TextLine, type TextPiece, textLines } from './text-lines.ts';

/** What slopes more is no line of the page. */
const mostSlope = 0.1;
const usualAscent = 0.8;

/** Where each of the texts is; null where it is not, and for all of them if the file cannot be read (SIG-34). */
export async function foundAnchors(
  file: Uint8Array,
  anchors: readonly Anchor[],
): Promise<(FoundAnchor | null)[]> {
  const wanted = anchors.map(({ text, occurrence }) => ({ text: collapsed(text), left: occurrence }));
  const found: (FoundAnchor | null)[] = anchors.map(() => null);
  const loading = getDocument({
    data: new Uint8Array(file),
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await loading.promise;
    for (let number = 1; number <= document.numPages && found.includes(null); number += 1) {
      const { lines, width, height } = await linesOfPage(document, number);
      for (const [index, each] of wanted.entries()) {
        if (found[index] !== null) continue;
        const place = placeIn(lines, each);
        if (place !== null) found[index] = { page: number, x: place.left / width, y: place.top / height };
      }
    }
  } catch {
    // A file that breaks off has the texts that were found until then.
  } finally {
    await loading.destroy();
  }
  return found;
}

const collapsed = (text: string): string => text.trim().split(/\s+/u).join(' ');

interface Wanted {
  readonly text: string;
  /** Which occurrence it is from here on; counted down as others are passed. */
  left: number;
}

function placeIn(
  lines: readonly TextLine[],
  wanted: Wanted,
): { readonly left: number; readonly top: number } | null {
  if (wanted.text === '') return null;
  for (const { text, lefts, top } of lines)
    for (
      let at = text.indexOf(wanted.text);
      at >= 0;
      at = text.indexOf(wanted.text, at + wanted.text.length)
    ) {
      wanted.left -= 1;
      if (wanted.left === 0) return { left: lefts[at] ?? 0, top };
    }
  return null;
}

async function linesOfPage(document: PDFDocumentProxy, number: number) {
  const page = await document.getPage(number);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const lines = textLines(await piecesOf(page, transform));
  page.cleanup();
  return { lines, width, height };
}

async function piecesOf(page: PDFPageProxy, transform: number[]): Promise<TextPiece[]> {
  const { items, styles } = await page.getTextContent();
  return items.flatMap((item) => {
    if (!('str' in item)) return [];
    const [a = 0, b = 0, c = 0, d = 0, left = 0, baseline = 0] = Util.transform(
      transform,
      item.transform,
    ) as number[];
    const height = Math.hypot(c, d);
    if (Math.abs(b) > mostSlope * Math.abs(a) || a <= 0 || height === 0) return [];
    const said = styles[item.fontName]?.ascent ?? usualAscent;
    const ascent = Number.isFinite(said) && said > 0 && said < 2 ? said : usualAscent;
    return [{ text: item.str, left, baseline, width: item.width, height, ascent: ascent * height }];
  });
}
