import { writtenAll } from '../content.ts';
import { asNumber } from '../names.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import { bundledFace } from '../text/faces.ts';
import { oneLine } from './text-content.ts';
import { textLooks } from './text-looks.ts';
import type { UprightBox } from './upright-box.ts';
import type { Widget } from './widget.ts';

// A list that opens when it is touched, in the table of the flags of a choice.
const combo = 18;
const [linePitch, usualSize, margin] = [1.2, 12, 2];
/** How lists show what is chosen, in most viewers. */
const highlight = '0.6 0.75686 0.8549 rg';

export function choiceContent(widget: Widget, box: UprightBox, fonts: DocumentFonts): string {
  const { options, texts } = widget;
  const looks = textLooks(widget.textLooks);
  if (widget.hasFieldFlag(combo)) {
    const [text = ''] = texts;
    const shown = options.find(({ stored }) => stored === text)?.shown ?? text;
    return shown === '' ? '' : oneLine(shown, widget.alignment, looks, box, fonts);
  }
  const size = looks.size || usualSize;
  const { ascender } = bundledFace(looks.face);
  const pitch = size * linePitch;
  const room = Math.max(1, Math.floor((box.height - 2 * box.border) / pitch));
  return listed(widget, room)
    .flatMap(({ shown, isChosen }, index) => {
      const top = box.height - box.border - index * pitch;
      const line = fonts.line(shown, looks.face);
      const behind = writtenAll(box.border, top - pitch, box.width - 2 * box.border, pitch);
      return [
        ...(isChosen ? [`${highlight} ${behind} re f`] : []),
        looks.colour,
        line.shown(box.border + margin, top - ascender * size, size),
      ];
    })
    .join('\n');
}

/** The options that are in view; what is chosen is among them, even if it is no option. */
function listed(widget: Widget, room: number) {
  const { options, texts } = widget;
  const all = options.map(({ stored, shown }) => ({
    shown,
    isChosen: texts.includes(stored) || texts.includes(shown),
  }));
  for (const text of texts)
    if (!options.some(({ stored, shown }) => stored === text || shown === text))
      all.push({ shown: text, isChosen: true });
  const top = asNumber(widget.inherited('TI')) ?? 0;
  const inView = all.slice(top, top + room);
  if (all.every((each) => !each.isChosen || inView.includes(each))) return inView;
  const first = all.findIndex(({ isChosen }) => isChosen);
  return all.slice(first, first + room);
}
