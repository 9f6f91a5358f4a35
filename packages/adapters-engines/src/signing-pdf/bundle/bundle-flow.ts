import type { BundleBlock, BundleSection } from '@chancery/core';
import { colours, type Item, line, margin, type Sheet, type Style, styles } from '../certificate/sheet.ts';
import { written } from '../content.ts';
import { linesOf } from '../text/broken-text.ts';
import type { InlinedFile } from './inlined-file.ts';

/** A page of the body: operators of ours, or a page of a file as it is. */
export type BodyPage =
  | { readonly kind: 'laid'; readonly parts: string[] }
  | { readonly kind: 'inlined'; readonly page: InlinedFile['pages'][number] };

const bodyHeight = 841.89 - 2 * margin;
const labelWidth = 128;
const text: Style = { ...styles.value, size: 9 };
/** Of a digest, so that it stands in one line. */
const digest: Style = { ...styles.digest, size: 7.5 };
const cell: Style = { ...styles.value, size: 8 };
/** Of an id or a digest within a table. */
const code: Style = { ...styles.digest, size: 6.5 };
const isKeyOrDigest = (text: string): boolean => /^[0-9a-f-]{36,64}$/.test(text);
const sum = (columns: readonly { readonly width: number }[]): number =>
  columns.reduce((all, { width }) => all + width, 0);
const section: Style = { ...styles.title, size: 16 };
const subsection: Style = { ...styles.name, size: 11.5 };

/** Puts what is drawn one below the other onto pages; a new one is begun where the last is full. */
export class BundleFlow {
  readonly pages: BodyPage[] = [];
  readonly #sheet: Sheet;
  #room = 0;

  constructor(sheet: Sheet) {
    this.#sheet = sheet;
  }

  /** The place, counted from 0, of the page on which the section begins. */
  section({ title, level }: Pick<BundleSection, 'title' | 'level'>): number {
    const isFirst = level === 1;
    // A heading stays with some lines of what follows.
    if (isFirst || this.#room < 90) this.#turn();
    this.#place(this.#sheet.gap(isFirst ? 0 : 14));
    for (const item of this.#lines(title, isFirst ? section : subsection)) this.#place(item);
    this.#place(this.#sheet.gap(isFirst ? 10 : 4));
    return this.pages.length - 1;
  }

  block(block: Exclude<BundleBlock, { readonly kind: 'file' }>): void {
    const sheet = this.#sheet;
    if (block.kind === 'heading') {
      if (this.#room < 48) this.#turn();
      this.#place(sheet.gap(8));
      for (const item of this.#lines(block.text, styles.heading)) this.#place(item);
      this.#place(sheet.gap(3));
    } else if (block.kind === 'facts') this.#facts(block.rows);
    else if (block.kind === 'table') this.#table(block);
    else {
      for (const item of this.#lines(block.text, text, 0, block.isStruck)) this.#place(item);
      this.#place(sheet.gap(6));
    }
  }

  /** The pages of a file, or a picture on a page of its own. */
  file({ pages, picture }: InlinedFile): void {
    for (const page of pages) this.pages.push({ kind: 'inlined', page });
    if (pages.length > 0) this.#room = 0;
    if (picture !== null) {
      const scale = Math.min(1, this.#sheet.width / picture.width, (bodyHeight - 40) / picture.height);
      const [width, height] = [picture.width * scale, picture.height * scale];
      this.#place({
        height,
        draw: (top) =>
          `q ${written(width)} 0 0 ${written(height)} ${written(margin)} ${written(top - height)} cm /${picture.name} Do Q`,
      });
      this.#place(this.#sheet.gap(8));
    }
  }

  #facts(rows: readonly (readonly [string, string])[]): void {
    for (const row of rows) this.#fact(row);
    this.#place(this.#sheet.gap(6));
  }

  #fact([label, value]: readonly [string, string]): void {
    const sheet = this.#sheet;
    const values = this.#lines(value, /^[0-9a-f]{64}$/.test(value) ? digest : text, labelWidth);
    for (const [index, item] of values.entries()) {
      const named = index === 0 ? [sheet.text(label, styles.label, 0, labelWidth - 8)] : [];
      this.#place(sheet.beside(...named, item));
    }
    this.#place(sheet.gap(2));
  }

  #table({ columns, rows }: Extract<BundleBlock, { readonly kind: 'table' }>): void {
    const sheet = this.#sheet;
    const lefts = columns.map((_, at) => sum(columns.slice(0, at)) * sheet.width);
    const row = (cells: readonly string[], style: Style): Item => {
      const items = columns.map(({ width }, at) => {
        const [text = '', left = 0] = [cells[at], lefts[at]];
        return sheet.text(text, isKeyOrDigest(text) ? code : style, left, width * sheet.width - 8);
      });
      return sheet.padded(sheet.beside(...items), 2);
    };
    const titles = columns.map(({ title }) => title);
    const head = sheet.banded(row(titles, styles.small));
    const drawn = rows.map((cells) => row(cells, cell));
    if (head.height + (drawn[0]?.height ?? 0) > this.#room) this.#turn();
    this.#place(head);
    for (const item of drawn) {
      if (item.height > this.#room) {
        this.#turn();
        this.#place(head);
      }
      this.#place(item);
      this.#place(sheet.rule());
    }
    this.#place(sheet.gap(6));
  }

  /** One item for each line, so that a long text is divided between pages. */
  #lines(content: string, style: Style, left = 0, isStruck = false): Item[] {
    const { fonts, width } = this.#sheet;
    const pitch = style.size * 1.42;
    return linesOf(fonts, content, style.face, (width - left) / style.size).map(
      ({ text: shown, direction }) => ({
        height: pitch,
        draw: (top) => {
          const laid = fonts.line(shown, style.face, direction);
          const [x, y] = [margin + left, top - style.size * 1.05];
          const through = y + style.size * 0.3;
          const struck = isStruck
            ? `0.6 w 0.4 0.1 0.1 RG ${line(x, through, x + laid.width * style.size, through)}`
            : '';
          return `${style.colour}\n${laid.shown(x, y, style.size)}\n${struck}`;
        },
      }),
    );
  }

  #place(item: Item): void {
    if (item.height > this.#room) {
      if (item.isGap === true) {
        this.#room = 0;
        return;
      }
      this.#turn();
    }
    const page = this.pages.at(-1);
    if (page?.kind !== 'laid') throw new TypeError('There is always a page to draw on');
    page.parts.push(item.draw(margin + this.#room));
    this.#room -= item.height;
  }

  #turn(): void {
    this.pages.push({ kind: 'laid', parts: [`${colours.accent} 0 836.89 595.28 5 re f`] });
    this.#room = bodyHeight;
  }
}
