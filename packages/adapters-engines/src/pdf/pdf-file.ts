import type { ContentFlag } from '@chancery/core';
import { PDFDict, PDFName, PDFNull, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { expandedStream } from './expanded-stream.ts';
import { type ObjectHeader, objectHeaders, standsInComment } from './object-headers.ts';
import { ObjectReader } from './object-reader.ts';

const name = (text: string) => PDFName.of(text);
const [type, root, first, count] = ['Type', 'Root', 'First', 'N'].map(name) as [
  PDFName,
  PDFName,
  PDFName,
  PDFName,
];
const [objectStream, tableStream, catalog] = ['ObjStm', 'XRef', 'Catalog'].map(name);

/** Objects inside of others may be read again, a few times over the size of the file. */
const readingsOfFile = 4;
const readingsFreeOfCharge = 4 * 1024 ** 2;
const keptReaders = 8;
const mostLookedUp = 4096;

/** Where an object stands: in the file, or in an object stream of it. */
interface Place {
  readonly container: PDFRawStream | null;
  readonly at: number;
  /** Of two objects with one number, the later one counts. */
  readonly order: number;
}

/** A dictionary that may be a signed field, as part of the object with this number. */
export interface FieldCandidate {
  readonly dict: PDFDict;
  readonly isCurrent: boolean;
}

/** A file that wants to be read more often than any document. */
class Endless extends Error {}

/**
 * Every object of a PDF, those in object streams too, visited once; afterwards single objects can be looked up. What
 * other readers might find is visited as well: earlier versions of an object, and objects in streams and comments.
 */
export class PdfFile {
  /** Whether something that every reader finds cannot be read. */
  isDamaged = false;
  readonly #file: Buffer;
  readonly #flags: Set<ContentFlag>;
  readonly #reader: ObjectReader;
  readonly #places = new Map<PDFRef, Place>();
  readonly #containers: { readonly stream: PDFRawStream; readonly at: number; readonly isSure: boolean }[] =
    [];
  readonly #fields: { readonly dict: PDFDict; readonly ref: PDFRef | null; readonly order: number }[] = [];
  readonly #lookedUp = new Map<PDFRef, PDFObject>();
  readonly #readers = new Map<PDFRawStream, ObjectReader>();
  readonly #roots: { readonly value: PDFObject; readonly at: number }[] = [];
  #lastCatalog: PDFDict | null = null;
  #leftBytes: number;

  /** Adds to `flags` as it goes, so that they are known also if it throws. */
  constructor(file: Buffer, flags: Set<ContentFlag>) {
    [this.#file, this.#flags] = [file, flags];
    this.#reader = new ObjectReader(file);
    this.#leftBytes = readingsOfFile * file.length + readingsFreeOfCharge;
    this.#visitObjects();
    this.#visitTrailers();
    for (const container of this.#containers) this.#visitContainer(container);
    this.#lookedUp.clear();
  }

  /** The catalog that the last trailer names, or the last that there is; null in a file without a trailer, which has no end. */
  get catalog(): PDFDict | null {
    const named = this.#roots.sort((one, other) => one.at - other.at).at(-1);
    if (named === undefined) return null;
    const dict = this.resolved(named.value);
    return dict instanceof PDFDict && dict.has(name('Pages')) ? dict : this.#lastCatalog;
  }

  get fields(): readonly FieldCandidate[] {
    return this.#fields.map(({ dict, ref, order }) => ({
      dict,
      isCurrent: ref === null || this.#places.get(ref)?.order === order,
    }));
  }

  /** What a reference leads to; anything else is itself. Undefined if there is nothing, or null. */
  readonly resolved = (object: PDFObject | undefined): PDFObject | undefined => {
    let found = object;
    for (let step = 0; found instanceof PDFRef && step < 32; step += 1) {
      const held = this.#lookedUp.get(found) ?? this.#read(found);
      if (held !== undefined) this.#keep(found, held);
      found = held;
    }
    return found instanceof PDFRef || found === PDFNull ? undefined : found;
  };

  #visitObjects(): void {
    let end = 0;
    for (const header of objectHeaders(this.#file)) {
      const isInside = header.start < end || standsInComment(this.#file, end, header.start);
      const object = this.#attempt(this.#reader, header.body);
      if (object === undefined) this.isDamaged ||= !(isInside || this.#reader.isEmptyAt(header.body));
      else this.#found(object, header, isInside);
      if (object !== undefined && !isInside) end = this.#reader.place;
    }
  }

  #found(object: PDFObject, { number, generation, start, body }: ObjectHeader, isInside: boolean): void {
    const ref = PDFRef.of(number, generation);
    if (!isInside) this.#places.set(ref, { container: null, at: body, order: start });
    this.#visit(object, this.#reader, isInside ? null : ref, start);
    if (!(object instanceof PDFRawStream)) return;
    const kind = object.dict.get(type);
    if (kind === tableStream && !isInside) this.#keepRoot(object.dict, start);
    // Some readers do not ask for the type.
    const mayContain = kind === objectStream || (object.dict.has(first) && object.dict.has(count));
    if (mayContain)
      this.#containers.push({ stream: object, at: start, isSure: kind === objectStream && !isInside });
  }

  #visitTrailers(): void {
    const mark = 'trailer';
    for (let at = this.#file.indexOf(mark); at >= 0; at = this.#file.indexOf(mark, at + 1)) {
      const dict = this.#attempt(this.#reader, at + mark.length);
      if (!(dict instanceof PDFDict)) continue;
      for (const flag of this.#reader.flags) this.#flags.add(flag);
      this.#keepRoot(dict, at);
    }
  }

  #keepRoot(dict: PDFDict, at: number): void {
    const held = dict.get(root);
    if (held !== undefined) this.#roots.push({ value: held, at });
  }

  #visitContainer({ stream, at, isSure }: { stream: PDFRawStream; at: number; isSure: boolean }): void {
    try {
      const [objects, start] = [count, first].map((key) => this.#wholeNumber(stream.dict.get(key)));
      const reader = this.#readerOf(stream);
      this.#leftBytes += readingsOfFile * reader.sizeBytes;
      const pairs = reader.leadingNumbers(2 * (objects ?? 0));
      for (let index = 0; index < pairs.length; index += 2)
        this.#visitContained(stream, pairs[index] ?? 0, (start ?? 0) + (pairs[index + 1] ?? 0), at);
    } catch (error) {
      if (error instanceof Endless) throw error;
      this.isDamaged ||= isSure;
    }
  }

  #visitContained(container: PDFRawStream, number: number, at: number, order: number): void {
    const reader = this.#readerOf(container);
    const object = this.#attempt(reader, at);
    if (object === undefined) throw new Error('An object stream has no object where it says so');
    const ref = PDFRef.of(number, 0);
    if ((this.#places.get(ref)?.order ?? -1) < order) this.#places.set(ref, { container, at, order });
    this.#visit(object, reader, ref, order);
  }

  /** `ref` is null for an object that only some readers find. */
  #visit(object: PDFObject, reader: ObjectReader, ref: PDFRef | null, order: number): void {
    for (const flag of reader.flags) this.#flags.add(flag);
    for (const dict of reader.fields) this.#fields.push({ dict, ref, order });
    if (object instanceof PDFDict && object.get(type) === catalog) this.#lastCatalog = object;
  }

  /** The object at this place; undefined if there is none. */
  #attempt(reader: ObjectReader, at: number): PDFObject | undefined {
    if (this.#leftBytes < 0) throw new Endless();
    try {
      return reader.objectAt(at);
    } catch {
      // The library has an error for each way, and lists within lists exceed its stack.
      return undefined;
    } finally {
      this.#leftBytes -= Math.max(0, reader.place - at);
    }
  }

  #read(ref: PDFRef): PDFObject | undefined {
    const place = this.#places.get(ref);
    if (place === undefined) return undefined;
    return this.#attempt(place.container === null ? this.#reader : this.#readerOf(place.container), place.at);
  }

  /** What was looked up is mostly looked up again: the fields of a form name one another. */
  #keep(ref: PDFRef, object: PDFObject): void {
    if (this.#lookedUp.size >= mostLookedUp) this.#lookedUp.clear();
    this.#lookedUp.set(ref, object);
  }

  /** A few of them are kept: the next object is mostly in the same stream. */
  #readerOf(container: PDFRawStream): ObjectReader {
    const kept = this.#readers.get(container);
    if (kept !== undefined) return kept;
    const reader = new ObjectReader(expandedStream(container, this.resolved));
    const [oldest] = this.#readers.keys();
    if (this.#readers.size >= keptReaders && oldest !== undefined) this.#readers.delete(oldest);
    this.#readers.set(container, reader);
    return reader;
  }

  #wholeNumber(given: PDFObject | undefined): number {
    const number = this.resolved(given);
    const size = number instanceof PDFNumber ? number.asNumber() : -1;
    if (!Number.isSafeInteger(size) || size < 0) throw new TypeError('It is no whole number');
    return size;
  }
}
