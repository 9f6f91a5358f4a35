import { written, writtenAll } from '../content.ts';
import { linesOf } from '../text/broken-text.ts';
import type { DocumentFonts } from '../text/document-fonts.ts';
import type { BundledFace } from '../text/faces.ts';
import { isGerman } from './words.ts';

export interface Style {
  readonly face: BundledFace;
  readonly size: number;
  readonly colour: string;
  /** The size of the text that it is beside, so that both are on one baseline. */
  readonly beside?: number;
}

export const colours = {
  ink: '0.11 0.13 0.17 rg',
  muted: '0.38 0.42 0.48 rg',
  accent: '0.12 0.20 0.36 rg',
  hairline: '0.82 0.85 0.89 RG',
  band: '0.955 0.965 0.98 rg',
} as const;

export const styles = {
  title: { face: 'serif', size: 23, colour: colours.accent },
  document: { face: 'sansBold', size: 12, colour: colours.ink },
  heading: { face: 'sansBold', size: 10.5, colour: colours.accent },
  name: { face: 'sansBold', size: 10, colour: colours.ink },
  label: { face: 'sans', size: 7.5, colour: colours.muted, beside: 8 },
  role: { face: 'sans', size: 7.5, colour: colours.muted, beside: 10 },
  value: { face: 'sans', size: 8, colour: colours.ink },
  small: { face: 'sans', size: 7, colour: colours.muted },
  digest: { face: 'mono', size: 7, colour: colours.ink, beside: 8 },
  note: { face: 'sans', size: 7.5, colour: colours.muted },
} as const satisfies Record<string, Style>;

/** What is drawn one below the other. An item is never divided between pages. */
export interface Item {
  readonly height: number;
  /** Whether it is nothing but room, which no page begins with. */
  readonly isGap?: boolean;
  /** The operators that draw it below this height. */
  draw(top: number): string;
}

/** Items that stay on one page where that is possible. */
export type Group = readonly Item[];

export const margin = 56;
const linePitch = 1.42;

/** Makes the items of a certificate: texts at a place on the sheet. */
export class Sheet {
  readonly width: number;
  readonly fonts: DocumentFonts;

  /** The width is in points, without the margins. */
  constructor(width: number, fonts: DocumentFonts) {
    [this.width, this.fonts] = [width, fonts];
  }

  gap(height: number): Item {
    return { height, isGap: true, draw: () => '' };
  }

  rule(): Item {
    return {
      height: 0,
      draw: (top) => `${colours.hairline} 0.5 w ${line(margin, top, margin + this.width, top)}`,
    };
  }

  /** A text in as many lines as it needs, from `left` on, which is counted from the margin. */
  text(text: string, style: Style, left = 0, width = this.width - left): Item {
    const lines = linesOf(this.fonts, text, style.face, width / style.size);
    const size = style.beside ?? style.size;
    const pitch = size * linePitch;
    return {
      height: lines.length * pitch,
      draw: (top) =>
        [
          style.colour,
          ...lines.map(({ text: shown, direction }, index) => {
            const y = top - index * pitch - size * 1.05;
            return this.fonts.line(shown, style.face, direction).shown(margin + left, y, style.size);
          }),
        ].join('\n'),
    };
  }

  /** A text that ends at the right margin. */
  textAtRight(text: string, style: Style): Item {
    const width = this.fonts.line(text, style.face).width * style.size;
    return this.text(text, style, Math.max(0, this.width - width - 0.01));
  }

  /** Items next to each other. */
  beside(...items: readonly Item[]): Item {
    return {
      height: Math.max(...items.map(({ height }) => height)),
      draw: (top) => items.map((item) => item.draw(top)).join('\n'),
    };
  }

  /** An item with air above and below. */
  padded(item: Item, padding: number): Item {
    return { height: item.height + 2 * padding, draw: (top) => item.draw(top - padding) };
  }

  /** An item on a band of light colour, from margin to margin. */
  banded(item: Item): Item {
    return {
      height: item.height,
      draw: (top) =>
        `${colours.band} ${writtenAll(margin - 6, top - item.height, this.width + 12, item.height)} re f\n${item.draw(top)}`,
    };
  }
}

/** A number with the marks that people of the language put between thousands. */
export const shownNumber = (number: number, language: string): string =>
  number.toLocaleString(isGerman(language) ? 'de' : 'en');

export const line = (x1: number, y1: number, x2: number, y2: number): string =>
  `${written(x1)} ${written(y1)} m ${written(x2)} ${written(y2)} l S`;

/** `2026-05-04 09:30:00` of an instant or a wall time. */
export const shownTime = (time: string): string => time.slice(0, 19).replace('T', ' ');
