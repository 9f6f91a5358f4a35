import type { ContentFlag } from '@chancery/core';
import {
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFParser,
  PDFRawStream,
  PDFRef,
  type PDFStream,
} from 'pdf-lib';
import { flagOf } from './content-names.ts';

const [lengthKey, valueKey, fieldTypeKey, signature] = ['Length', 'V', 'FT', 'Sig'].map((text) =>
  PDFName.of(text),
) as [PDFName, PDFName, PDFName, PDFName];
const endMark = 'endstream';
const [lineFeed, carriageReturn, space, slash, point] = [0x0a, 0x0d, 0x20, 0x2f, 0x2e];
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
export class ObjectReader extends PDFParser {
  /** Of the object that was read last: what its keys and names say, and the dictionaries that may be fields with a value. */
  readonly flags = new Set<ContentFlag>();
  fields: PDFDict[] = [];
  readonly #all: Buffer;

  constructor(all: Buffer) {
    super(all);
    this.#all = all;
  }

  /** Where reading has come to, also if it failed there. */
  get place(): number {
    return this.bytes.offset();
  }

  get sizeBytes(): number {
    return this.#all.length;
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
    return this.#all.toString('latin1', this.place, this.place + 6) === 'endobj';
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
    if (this.#all[start] !== slash) return super.parseName();
    let end = start + 1;
    while (end < this.#all.length && isEnding[this.#all[end] ?? 0] === 0) end += 1;
    const name = keptNames.get(this.#all.toString('latin1', start, end), () => super.parseName());
    this.bytes.moveTo(end);
    const flag = flagOf.get(name);
    if (flag !== undefined) this.flags.add(flag);
    return name;
  }

  protected override parseNumberOrRef(): PDFNumber | PDFRef {
    const start = this.place;
    let end = start;
    while (isDigit(this.#all[end])) end += 1;
    const isWhole = end > start;
    if (this.#all[end] === point || !isWhole) {
      end += 1;
      while (isDigit(this.#all[end]) || (!isWhole && this.#all[end] === point)) end += 1;
    }
    const text = this.#all.toString('latin1', start, end);
    // The library decides about everything unusual.
    const isPlain = isEnding[this.#all[end] ?? 0] === 1 && /^-?\d{1,10}(\.\d{1,10})?$/.test(text);
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
    if (!isDigit(this.#all[this.place])) return null;
    let generation = 0;
    let end = this.place;
    for (; isDigit(this.#all[end]) && generation < 1e6; end += 1)
      generation = generation * 10 + (this.#all[end] ?? 0) - 0x30;
    this.bytes.moveTo(end);
    this.skipWhitespaceAndComments();
    if (this.#all[this.place] !== letterR) return null;
    this.bytes.moveTo(this.place + 1);
    return PDFRef.of(number, generation);
  }

  /** The content of a stream is neither copied nor looked through byte by byte. */
  protected override parseDictOrStream(): PDFDict | PDFStream {
    const dict = this.parseDict();
    this.skipWhitespaceAndComments();
    const start = this.#startOfStream(this.place);
    if (start === null) return dict;
    const end = this.#statedEnd(dict, start) ?? this.#foundEnd(start);
    this.bytes.moveTo(this.#all.indexOf(endMark, end) + endMark.length);
    return PDFRawStream.of(dict, this.#all.subarray(start, end));
  }

  #startOfStream(place: number): number | null {
    const keyword = 'stream';
    if (this.#all.toString('latin1', place, place + keyword.length) !== keyword) return null;
    let start = place + keyword.length;
    if (this.#all[start] === space) start += 1;
    if (this.#all[start] === carriageReturn) start += 1;
    if (this.#all[start] === lineFeed) start += 1;
    return start;
  }

  /** Null if the length is not given here, or if the stream does not end there. */
  #statedEnd(dict: PDFDict, start: number): number | null {
    const length = dict.get(lengthKey);
    if (!(length instanceof PDFNumber)) return null;
    const end = start + length.asNumber();
    if (!(end >= start && end <= this.#all.length)) return null;
    this.bytes.moveTo(end);
    this.skipWhitespace();
    return this.#all.toString('latin1', this.place, this.place + endMark.length) === endMark ? end : null;
  }

  #foundEnd(start: number): number {
    let end = this.#all.indexOf(endMark, start);
    if (end < 0) {
      this.bytes.moveTo(this.#all.length);
      throw new Error('A stream does not end');
    }
    if (end > start && this.#all[end - 1] === lineFeed) end -= 1;
    if (end > start && this.#all[end - 1] === carriageReturn) end -= 1;
    return end;
  }
}
