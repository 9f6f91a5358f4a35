import { type PDFDict, PDFName, PDFNumber, PDFRef } from 'pdf-lib';
import { objectHeaders } from './object-headers.ts';

const lengthKey = PDFName.of('Length');
const endMark = 'endstream';
const [lineFeed, carriageReturn] = [0x0a, 0x0d];
/** White space before a keyword; no writer puts more there than the end of a line. */
const blanksBefore = 32;
const isEndMark = /^[\0\t\n\f\r ]*endstream/;
const isEndOfObject = /^endstream[\0\t\n\f\r ]+endobj/;
const isWholeNumber = /^[\0\t\n\f\r ]*(\d{1,10})[\0\t\n\f\r ]*endobj/;
/** Of a number that a file has several times, the later ones count. */
const mostOfOneNumber = 4;

/**
 * Where the streams of a file end. Many writers put the length of a stream into an object of its own, which comes after the
 * stream, and the stream may hold words that look like its end.
 */
export class StreamLengths {
  readonly #file: Buffer;
  #numbers: ReadonlyMap<PDFRef, readonly number[]> | null = null;
  #ends: Ends | null = null;

  constructor(file: Buffer) {
    this.#file = file;
  }

  /** Where the content ends that begins at `start`; null if it does not end. A length that leads to no end does not count. */
  endOf(dict: PDFDict, start: number): number | null {
    const stated = this.#stated(dict)
      .map((length) => start + length)
      .find((end) => isEndMark.test(this.#text(end, blanksBefore + endMark.length)));
    return stated ?? this.#found(start);
  }

  #stated(dict: PDFDict): readonly number[] {
    const length = dict.get(lengthKey);
    if (length instanceof PDFNumber) return [length.asNumber()].filter((given) => given >= 0);
    if (!(length instanceof PDFRef)) return [];
    this.#numbers ??= wholeNumbers(this.#file);
    return this.#numbers.get(length) ?? [];
  }

  /** The first end after which the object ends too, and else the first that there is. */
  #found(start: number): number | null {
    this.#ends ??= endsIn(this.#file);
    const first = firstFrom(this.#ends.all, start);
    if (first === undefined) return null;
    return this.#withoutLineEnd(start, firstFrom(this.#ends.ofObjects, first) ?? first);
  }

  #withoutLineEnd(start: number, found: number): number {
    let end = found;
    if (end > start && this.#file[end - 1] === lineFeed) end -= 1;
    if (end > start && this.#file[end - 1] === carriageReturn) end -= 1;
    return end;
  }

  #text(at: number, length: number): string {
    return this.#file.toString('latin1', at, at + length);
  }
}

/** Where a file says that a stream ends, and where its object ends too; in their order. */
interface Ends {
  readonly all: readonly number[];
  readonly ofObjects: readonly number[];
}

/** They are looked for once: a file may have as many streams as it likes, and none of them need end. */
function endsIn(file: Buffer): Ends {
  const all: number[] = [];
  for (let at = file.indexOf(endMark); at >= 0; at = file.indexOf(endMark, at + endMark.length)) all.push(at);
  const isLast = (at: number) =>
    isEndOfObject.test(file.toString('latin1', at, at + endMark.length + blanksBefore));
  return { all, ofObjects: all.filter(isLast) };
}

/** The first of these rising numbers that is not below `least`. */
function firstFrom(numbers: readonly number[], least: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return numbers[low];
}

/** Whole numbers that are objects of their own: the last ones of each, the very last first. */
function wholeNumbers(file: Buffer): ReadonlyMap<PDFRef, readonly number[]> {
  const found = new Map<PDFRef, number[]>();
  for (const { number, generation, body } of objectHeaders(file)) {
    const [, digits] = isWholeNumber.exec(file.toString('latin1', body, body + 2 * blanksBefore)) ?? [];
    if (digits === undefined) continue;
    const ref = PDFRef.of(number, generation);
    found.set(ref, [Number(digits), ...(found.get(ref) ?? [])].slice(0, mostOfOneNumber));
  }
  return found;
}
