import type { ContentFlag } from '@chancery/core';
import { type PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from 'pdf-lib';
import { flagOf } from './content-names.ts';
import { StreamParser } from './stream-parser.ts';

const [valueKey, fieldTypeKey, signature] = ['V', 'FT', 'Sig'].map((text) => PDFName.of(text)) as [
  PDFName,
  PDFName,
  PDFName,
];
const [slash, point] = [0x2f, 0x2e];
const letterR = 0x52;

/** Bytes that end a name or a number: white space and delimiters. */
const isEnding = new Uint8Array(256);
for (const byte of Buffer.from('\0\t\n\f\r ()<>[]{}/%', 'latin1')) isEnding[byte] = 1;
const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

/** Most names and numbers of a file come again and again, and the library takes long to make one. */
const mostKept = 10_000;
class Kept<Value> {
  readonly #values = new Map<string, Value>();

  get(text: string, made: () => Value): Value {
    const kept = this.#values.get(text);
    if (kept !== undefined) return kept;
    if (this.#values.size >= mostKept) this.#values.clear();
    const value = made();
    this.#values.set(text, value);
    return value;
  }
}
const keptNames = new Kept<PDFName>();
const keptNumbers = new Kept<PDFNumber>();

/**
 * Reads single objects at places in a file, or in the expanded bytes of an object stream, with the grammar of the
 * library. What takes most of its time is done here in another way, with the same result.
 */
export class ObjectReader extends StreamParser {
  /** Of the object that was read last: what its keys and names say, and the dictionaries that may be fields with a value. */
  readonly flags = new Set<ContentFlag>();
  fields: PDFDict[] = [];

  /** Where reading has come to, also if it failed there. */
  get place(): number {
    return this.bytes.offset();
  }

  get sizeBytes(): number {
    return this.file.length;
  }

  /** Throws whatever the library throws if no object stands there. */
  objectAt(place: number): PDFObject {
    this.flags.clear();
    this.fields = [];
    this.bytes.moveTo(place);
    return this.parseObject();
  }

  /** Whether an object ends here that has not begun: some writers write null so. */
  isEmptyAt(place: number): boolean {
    this.bytes.moveTo(place);
    this.skipWhitespaceAndComments();
    return this.file.toString('latin1', this.place, this.place + 6) === 'endobj';
  }

  /** Reads so many whole numbers from the beginning. */
  leadingNumbers(count: number): readonly number[] {
    this.bytes.moveTo(0);
    const numbers: number[] = [];
    for (let index = 0; index < count; index += 1) {
      this.skipWhitespaceAndComments();
      numbers.push(this.parseRawInt());
    }
    return numbers;
  }

  protected override parseDict(): PDFDict {
    const dict = super.parseDict();
    if (dict.has(valueKey) || dict.get(fieldTypeKey) === signature) this.fields.push(dict);
    return dict;
  }

  protected override parseName(): PDFName {
    const start = this.place;
    if (this.file[start] !== slash) return super.parseName();
    let end = start + 1;
    while (end < this.file.length && isEnding[this.file[end] ?? 0] === 0) end += 1;
    const name = keptNames.get(this.file.toString('latin1', start, end), () => super.parseName());
    this.bytes.moveTo(end);
    const flag = flagOf.get(name);
    if (flag !== undefined) this.flags.add(flag);
    return name;
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    const start = this.place;
    let end = start;
    while (isDigit(this.file[end])) end += 1;
    const isWhole = end > start;
    if (this.file[end] === point || !isWhole) {
      end += 1;
      while (isDigit(this.file[end]) || (!isWhole && this.file[end] === point)) end += 1;
    }
    const text = this.file.toString('latin1', start, end);
    // The library decides about everything unusual.
    const isPlain = isEnding[this.file[end] ?? 0] === 1 && /^-?\d{1,10}(\.\d{1,10})?$/.test(text);
    if (!isPlain) return super.parseNumberOrRef();
    const ref = isWhole && !text.includes('.') ? this.#refAt(end, Number(text)) : null;
    if (ref !== null) return ref;
    this.bytes.moveTo(end);
    return keptNumbers.get(text, () => PDFNumber.of(Number(text)));
  }

  /** The reference whose second number stands here, if there is one. */
  #refAt(place: number, number: number): PDFRef | null {
    this.bytes.moveTo(place);
    this.skipWhitespaceAndComments();
    if (!isDigit(this.file[this.place])) return null;
    let generation = 0;
    let end = this.place;
    for (; isDigit(this.file[end]) && generation < 1e6; end += 1)
      generation = generation * 10 + (this.file[end] ?? 0) - 0x30;
    this.bytes.moveTo(end);
    this.skipWhitespaceAndComments();
    if (this.file[this.place] !== letterR) return null;
    this.bytes.moveTo(this.place + 1);
    return PDFRef.of(number, generation);
  }
}
