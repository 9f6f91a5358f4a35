import { PDFArray, PDFDict, type PDFObject } from 'pdf-lib';
import {
  arrayEntry,
  asNumber,
  asText,
  dictEntry,
  name,
  nameEntry,
  numberEntry,
  numbersOf,
} from '../names.ts';
import type { Rectangle } from './appearance-place.ts';

const mostAncestors = 64;
const [hidden, noView] = [1 << 1, 1 << 5];
const flag = (bit: number) => 2 ** (bit - 1);

/** What the whole form says. */
export interface FormFacts {
  readonly form: PDFDict | undefined;
  /** Viewers are asked to draw the values themselves, whatever the appearances show. */
  readonly needsAppearances: boolean;
}

/** A place on a page where a field of a form shows its value; what it does not say itself it has from the fields above it. */
export class Widget {
  readonly dict: PDFDict;
  readonly #form: FormFacts;

  constructor(dict: PDFDict, form: FormFacts) {
    [this.dict, this.#form] = [dict, form];
  }

  /** Null where there is none, so that nothing can be shown. */
  get rectangle(): Rectangle | null {
    const numbers = numbersOf(arrayEntry(this.dict, 'Rect'), 4);
    return numbers as Rectangle | null;
  }

  get isVisible(): boolean {
    const flags = numberEntry(this.dict, 'F') ?? 0;
    return (flags & (hidden | noView)) === 0;
  }

  get kind(): 'text' | 'choice' | 'button' | 'signature' | null {
    const kinds = { Tx: 'text', Ch: 'choice', Btn: 'button', Sig: 'signature' } as const;
    return kinds[asText(this.inherited('FT')) as keyof typeof kinds] ?? null;
  }

  get isTextual(): boolean {
    return this.kind === 'text' || this.kind === 'choice';
  }

  /** By the number of its bit in the tables of ISO 32000-2, 12.7.5. */
  hasFieldFlag(bit: number): boolean {
    const flags = asNumber(this.inherited('Ff')) ?? 0;
    return Math.floor(flags / flag(bit)) % 2 === 1;
  }

  get value(): PDFObject | undefined {
    return this.inherited('V');
  }

  /** The text of its value; of a choice, what people see of what is chosen. */
  get texts(): readonly string[] {
    const { value } = this;
    const all = value instanceof PDFArray ? elementsOf(value) : [value];
    return all.map(asText).filter((text) => text !== undefined);
  }

  /** The options of a choice: what is stored, and what people see of it. */
  get options(): readonly { readonly stored: string; readonly shown: string }[] {
    const options = this.inherited('Opt');
    if (!(options instanceof PDFArray)) return [];
    return elementsOf(options).map((option) => {
      const [stored, shown] = (option instanceof PDFArray ? elementsOf(option) : [option]).map(asText);
      return { stored: stored ?? '', shown: shown ?? stored ?? '' };
    });
  }

  /** How it is turned, counter-clockwise. */
  get degrees(): number {
    const degrees = numberEntry(this.looks, 'R') ?? 0;
    return degrees % 90 === 0 ? ((degrees % 360) + 360) % 360 : 0;
  }

  /** Its colours, border and caption. */
  get looks(): PDFDict | undefined {
    return dictEntry(this.dict, 'MK');
  }

  /** What a button says, or the sign by which a box shows that it is checked. */
  get caption(): string {
    return asText(this.looks?.lookup(name('CA'))) ?? '';
  }

  /** The font, size and colour in which text is shown: operators of content. */
  get textLooks(): string {
    return asText(this.inherited('DA') ?? this.#form.form?.lookup(name('DA'))) ?? '';
  }

  /** 0 is the left, 1 the middle, 2 the right. */
  get alignment(): number {
    return asNumber(this.inherited('Q') ?? this.#form.form?.lookup(name('Q'))) ?? 0;
  }

  get maxLength(): number | null {
    return asNumber(this.inherited('MaxLen')) ?? null;
  }

  get needsAppearance(): boolean {
    return this.#form.needsAppearances && this.isTextual;
  }

  /** Which of several appearances is shown. */
  get state(): string | undefined {
    return nameEntry(this.dict, 'AS');
  }

  inherited(key: string): PDFObject | undefined {
    let at: PDFDict | undefined = this.dict;
    for (let step = 0; at !== undefined && step < mostAncestors; step += 1) {
      const held: PDFObject | undefined = at.lookup(name(key));
      if (held !== undefined) return held;
      at = dictEntry(at, 'Parent');
    }
    return undefined;
  }

  /** Of the widgets of its field, which one it is. */
  get indexInField(): number {
    const kids = arrayEntry(dictEntry(this.dict, 'Parent'), 'Kids');
    return kids === undefined ? 0 : elementsOf(kids).indexOf(this.dict);
  }
}

export const elementsOf = (list: PDFArray): (PDFObject | undefined)[] =>
  Array.from({ length: list.size() }, (_, at) => list.lookup(at));

export const isWidget = (annotation: PDFObject | undefined): annotation is PDFDict =>
  annotation instanceof PDFDict && nameEntry(annotation, 'Subtype') === 'Widget';
