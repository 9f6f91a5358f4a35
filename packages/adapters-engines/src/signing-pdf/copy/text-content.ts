import { linesOf } from '../text/broken-text.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { bundledFace } from '../text/faces.ts';
import { type TextLooks, textLooks } from './text-looks.ts';
import type { UprightBox } from './upright-box.ts';
import type { Widget } from './widget.ts';

// Of a text field, in the table of its flags.
const [multiline, password, comb] = [13, 14, 25];
const [linePitch, leastSize, usualSize, mostSize] = [1.2, 4, 12, 24];
const leastSqueeze = 0.5;
const margin = 2;

export function textContent(widget: Widget, box: UprightBox, fonts: DocumentFonts): string {
  const text = normalLines(widget.texts.join('\n'));
  const looks = textLooks(widget.textLooks);
  const shown = widget.hasFieldFlag(password) ? '*'.repeat([...text].length) : text;
  if (shown === '') return '';
  if (widget.hasFieldFlag(multiline)) return severalLines(shown, widget, looks, box, fonts);
  const cells = widget.hasFieldFlag(comb) ? widget.maxLength : null;
  return cells !== null && cells > 0
    ? inCells(shown, looks, box, fonts, cells)
    : oneLine(shown, widget.alignment, looks, box, fonts);
}

const normalLines = (text: string) => text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');

/** A text that is too wide is narrowed, because a viewer lets people scroll and paper does not. */
export function oneLine(
  text: string,
  alignment: number,
  { face, size: wanted, colour }: TextLooks,
  box: UprightBox,
  fonts: DocumentFonts,
): string {
  const line = fonts.line(text, face);
  const available = Math.max(1, box.width - 2 * (box.border + margin));
  let size = wanted || sizeByHeight(box);
  if (wanted === 0) size = Math.max(leastSize, Math.min(size, available / Math.max(line.width, 0.001)));
  let squeeze = Math.min(1, available / (line.width * size || 1));
  if (squeeze < leastSqueeze) {
    size = Math.max(1, (size * squeeze) / leastSqueeze);
    squeeze = Math.min(1, available / (line.width * size || 1));
  }
  const left = box.border + margin + ((available - line.width * size * squeeze) * alignment) / 2;
  return `${colour}\n${line.shown(left, baseline(face, size, box), size, squeeze)}`;
}

const sizeByHeight = ({ height, border }: UprightBox): number =>
  Math.min(mostSize, Math.max(leastSize, (height - 2 * border) / 1.4));

function baseline(face: TextLooks['face'], size: number, { height }: UprightBox): number {
  const { ascender, descender } = bundledFace(face);
  return (height - (ascender - descender) * size) / 2 - descender * size;
}

function severalLines(
  text: string,
  { alignment }: Widget,
  { face, size: wanted, colour }: TextLooks,
  box: UprightBox,
  fonts: DocumentFonts,
): string {
  const { ascender, descender } = bundledFace(face);
  const [width, height] = [box.width, box.height].map((each) =>
    Math.max(1, each - 2 * (box.border + margin)),
  );
  const heightOf = (count: number, size: number) => (ascender - descender + (count - 1) * linePitch) * size;
  let size = wanted || usualSize;
  let lines = linesOf(fonts, text, face, (width ?? 1) / size);
  while (size > leastSize && heightOf(lines.length, size) > (height ?? 1)) {
    size = Math.max(leastSize, size - 0.5);
    lines = linesOf(fonts, text, face, (width ?? 1) / size);
  }
  const first = box.height - box.border - margin - ascender * size;
  const shown = lines.map((line, index) => {
    const laid = fonts.line(line.text, face, line.direction);
    const left = box.border + margin + (((width ?? 1) - laid.width * size) * alignment) / 2;
    return laid.shown(left, first - index * linePitch * size, size);
  });
  return [colour, ...shown].join('\n');
}

/** Each character in the middle of its cell. */
function inCells(
  text: string,
  { face, size: wanted, colour }: TextLooks,
  box: UprightBox,
  fonts: DocumentFonts,
  cells: number,
): string {
  const size = wanted || sizeByHeight(box);
  const wide = box.width / cells;
  const shown = [...text].slice(0, cells).map((character, index) => {
    const line = fonts.line(character, face);
    return line.shown(wide * (index + 0.5) - (line.width * size) / 2, baseline(face, size, box), size);
  });
  return [colour, ...shown].join('\n');
}
