import { written, writtenAll } from '../content.ts';
import { arrayEntry, asNumber, dictEntry, numberEntry } from '../names.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { buttonContent } from './button-content.ts';
import { choiceContent } from './choice-content.ts';
import { textContent } from './text-content.ts';
import { colourOperator } from './text-looks.ts';
import type { UprightBox } from './upright-box.ts';
import { elementsOf, type Widget } from './widget.ts';

/** What a viewer would show of a field that says its value and not how it looks; in an upright box whose lower left corner is the origin. */
export function madeAppearance(
  widget: Widget,
  size: { readonly width: number; readonly height: number },
  fonts: DocumentFonts,
): string {
  const box = { ...size, border: borderOf(widget) };
  const content = { text: textContent, choice: choiceContent, button: buttonContent, signature: () => '' };
  const drawn = widget.kind === null ? '' : content[widget.kind](widget, box, fonts);
  return [background(widget, box), 'q', insideOf(box), drawn, 'Q'].join('\n');
}

function insideOf({ width, height, border }: UprightBox): string {
  const inside = [width - 2 * border, height - 2 * border].map((each) => Math.max(each, 0));
  return `${writtenAll(border, border, ...inside)} re W n`;
}

function borderOf(widget: Widget): number {
  if (colour(widget, 'BC', true) === null) return 0;
  const style = numberEntry(dictEntry(widget.dict, 'BS'), 'W');
  const list = arrayEntry(widget.dict, 'Border');
  return Math.max(0, style ?? (list === undefined ? 1 : asNumber(list.lookup(2))) ?? 1);
}

function background(widget: Widget, { width, height, border }: UprightBox): string {
  const fill = colour(widget, 'BG', false);
  const stroke = colour(widget, 'BC', true);
  const parts: string[] = [];
  if (fill !== null) parts.push(`${fill} 0 0 ${writtenAll(width, height)} re f`);
  if (stroke !== null && border > 0)
    parts.push(
      `${stroke} ${written(border)} w`,
      `${writtenAll(border / 2, border / 2, width - border, height - border)} re S`,
    );
  return parts.join('\n');
}

function colour(widget: Widget, key: string, isStroke: boolean): string | null {
  const components = arrayEntry(widget.looks, key);
  return colourOperator(
    components === undefined ? [] : elementsOf(components).map((each) => asNumber(each) ?? 0),
    isStroke,
  );
}
