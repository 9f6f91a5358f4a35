import type { BundleSection } from '@chancery/core';
import { colours, line, margin, type Sheet, type Style, styles } from '../certificate/sheet.ts';
import { fittedLine } from '../text/fitted-line.ts';
import type { BodyPage } from './bundle-flow.ts';

const top = 841.89 - margin - 40;
const pitch = 16;
const perPage = Math.floor((top - margin - 10) / pitch);

interface Entry extends Pick<BundleSection, 'title' | 'level'> {
  /** The page on which it begins, counted from 0 behind the front. */
  readonly place: number;
}

/** The table of contents with the numbers of the pages as they are in the end. */
export function contentsPages(
  sheet: Sheet,
  title: string,
  entries: readonly Entry[],
  coverPages: number,
): BodyPage[] {
  const count = Math.max(1, Math.ceil(entries.length / perPage));
  return Array.from({ length: count }, (_, page) => {
    const head = sheet.text(title, { ...styles.title, size: 16 }).draw(841.89 - margin);
    const rows = entries.slice(page * perPage, (page + 1) * perPage).map((entry, index) => {
      const y = top - index * pitch;
      return row(sheet, entry, String(entry.place + coverPages + count + 1), y);
    });
    return { kind: 'laid', parts: [head, ...rows] };
  });
}

function row(sheet: Sheet, { title, level }: Entry, number: string, y: number): string {
  const style: Style = level === 1 ? { ...styles.name, size: 9.5 } : { ...styles.value, size: 8.5 };
  const left = level === 1 ? 0 : 14;
  const { fonts, width } = sheet;
  const wide = fonts.line(number, style.face).width * style.size;
  const fitted = fittedLine(
    fonts,
    { text: title.replace(/\s+/gu, ' '), base: style.face, size: style.size },
    width - left - wide - 14,
  );
  const right = margin + width;
  const end = margin + left + fitted.line.width * fitted.size + 4;
  return [
    style.colour,
    fitted.line.shown(margin + left, y, fitted.size),
    fonts.line(number, style.face).shown(right - wide, y, style.size),
    `${colours.hairline} 0.4 w ${line(Math.min(end, right - wide - 4), y, right - wide - 4, y)}`,
  ].join('\n');
}
