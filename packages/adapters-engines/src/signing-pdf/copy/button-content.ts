import { asText } from '../names.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { oneLine } from './text-content.ts';
import { textLooks } from './text-looks.ts';
import type { UprightBox } from './upright-box.ts';
import type { Widget } from './widget.ts';

// In the table of the flags of a button.
const [radio, push] = [16, 17];
const off = 'Off';
/** The signs of ZapfDingbats that captions of boxes name, and the same in Unicode. */
const signs: Record<string, string> = { '4': '✔', l: '●', '8': '✘', u: '◆', n: '■', H: '★' };

export function buttonContent(widget: Widget, box: UprightBox, fonts: DocumentFonts): string {
  const looks = textLooks(widget.textLooks);
  if (widget.hasFieldFlag(push)) {
    const caption = widget.caption;
    return caption === '' ? '' : oneLine(caption, 1, looks, box, fonts);
  }
  if (!isOn(widget)) return '';
  const usual = widget.hasFieldFlag(radio) ? 'l' : '4';
  const line = fonts.line(signs[widget.caption] ?? signs[usual] ?? '', 'sans');
  const size = looks.size || 0.8 * Math.min(box.width, box.height);
  const [x, y] = [(box.width - line.width * size) / 2, box.height / 2 - 0.365 * size];
  return `${looks.colour}\n${line.shown(x, y, size)}`;
}

/** Where there are no appearances, only the state of a widget and its place among the widgets of its field say whether it is on. */
function isOn(widget: Widget): boolean {
  if (widget.state !== undefined) return widget.state !== off;
  const value = asText(widget.value) ?? off;
  if (!widget.hasFieldFlag(radio)) return value !== off;
  return value === String(widget.indexInField);
}
