/** A part of a font: its glyphs get numbers of their own, in the order in which they are included. */
export interface FaceSubset {
  /** The number in the subset of the glyph that has this number in the font; it gets one now if it had none. */
  includeGlyph(id: number): number;
  /** The file of the subset. */
  encode(): Uint8Array;
}

type Tables = ReadonlyMap<string, Uint8Array>;

/** What a program for outlines needs, apart from what depends on which glyphs there are. */
const takenAsTheyAre = ['cvt ', 'fpgm', 'prep'] as const;
const needed = ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'] as const;

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The tables of a file with TrueType outlines (ISO/IEC 14496-22), or null if it is something else. */
export function trueTypeTables(file: Uint8Array): Tables | null {
  const view = viewOf(file);
  if (file.byteLength < 12 || view.getUint32(0) !== 0x00010000) return null;
  const tables = new Map<string, Uint8Array>();
  for (let number = 0; number < view.getUint16(4); number += 1) {
    const entry = 12 + number * 16;
    const tag = String.fromCharCode(...file.subarray(entry, entry + 4));
    const start = view.getUint32(entry + 8);
    tables.set(tag, file.subarray(start, start + view.getUint32(entry + 12)));
  }
  return needed.every((tag) => tables.has(tag)) ? tables : null;
}

/** Which flags of a component say how long it is, and that another one follows. */
const component = { words: 0x1, scale: 0x8, further: 0x20, twoScales: 0x40, matrix: 0x80 } as const;

/**
 * A subset of a face with TrueType outlines, made of the bytes of its file. The library's own takes the outlines apart and
 * writes each number of each table by itself, which costs more than all else that is done for a font.
 */
export class TrueTypeSubset implements FaceSubset {
  readonly #tables: Tables;
  readonly #numbers = new Map<number, number>([[0, 0]]);
  readonly #glyphs: number[] = [0];

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  includeGlyph(id: number): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const number = this.#glyphs.length;
    this.#numbers.set(id, number);
    this.#glyphs.push(id);
    return number;
  }

  encode(): Uint8Array {
    const outlines: Uint8Array[] = [];
    // The parts of a glyph are glyphs too, and come to the end of the list.
    for (let number = 0; number < this.#glyphs.length; number += 1)
      outlines.push(this.#outline(this.#glyphs[number] ?? 0));
    const places = viewOf(new Uint8Array((outlines.length + 1) * 4));
    let at = 0;
    for (const [number, outline] of outlines.entries()) {
      at += padded(outline.byteLength);
      places.setUint32((number + 1) * 4, at);
    }
    const glyf = new Uint8Array(at);
    for (const [number, outline] of outlines.entries()) glyf.set(outline, places.getUint32(number * 4));
    return fileOf([
      ...takenAsTheyAre.flatMap((tag) => {
        const table = this.#tables.get(tag);
        return table === undefined ? [] : [[tag, table] as const];
      }),
      ['glyf', glyf],
      // No sum of the file yet; places are given by 32 bits.
      [
        'head',
        changed(
          this.#table('head'),
          (head) => head.setUint32(8, 0),
          (head) => head.setUint16(50, 1),
        ),
      ],
      ['hhea', changed(this.#table('hhea'), (hhea) => hhea.setUint16(34, outlines.length))],
      ['hmtx', this.#metrics()],
      ['loca', new Uint8Array(places.buffer)],
      ['maxp', changed(this.#table('maxp'), (maxp) => maxp.setUint16(4, outlines.length))],
    ]);
  }

  #table(tag: (typeof needed)[number]): Uint8Array {
    // Without one of them there is no subset.
    return this.#tables.get(tag) as Uint8Array;
  }

  /** The outline of a glyph; where it is put together of others, with their numbers in the subset. */
  #outline(id: number): Uint8Array {
    const places = viewOf(this.#table('loca'));
    const isLong = viewOf(this.#table('head')).getUint16(50) === 1;
    const place = (number: number) =>
      isLong ? places.getUint32(number * 4) : places.getUint16(number * 2) * 2;
    const outline = new Uint8Array(this.#table('glyf').subarray(place(id), place(id + 1)));
    const view = viewOf(outline);
    if (outline.byteLength < 10 || view.getInt16(0) >= 0) return outline;
    let at = 10;
    for (let flags: number = component.further; (flags & component.further) !== 0; ) {
      flags = view.getUint16(at);
      view.setUint16(at + 2, this.includeGlyph(view.getUint16(at + 2)));
      at += flags & component.words ? 8 : 6;
      if (flags & component.scale) at += 2;
      else if (flags & component.twoScales) at += 4;
      else if (flags & component.matrix) at += 8;
    }
    return outline;
  }

  /** Width and left side of each glyph. Those behind the last width all have that one. */
  #metrics(): Uint8Array {
    const widths = viewOf(this.#table('hhea')).getUint16(34);
    const before = viewOf(this.#table('hmtx'));
    const after = viewOf(new Uint8Array(this.#glyphs.length * 4));
    for (const [number, id] of this.#glyphs.entries()) {
      const left = id < widths ? id * 4 + 2 : widths * 4 + (id - widths) * 2;
      after.setUint16(number * 4, before.getUint16(Math.min(id, widths - 1) * 4));
      after.setInt16(number * 4 + 2, before.getInt16(left));
    }
    return new Uint8Array(after.buffer);
  }
}

const padded = (length: number): number => (length + 3) & ~3;

function changed(table: Uint8Array, ...changes: readonly ((view: DataView) => void)[]): Uint8Array {
  const copy = new Uint8Array(table);
  for (const change of changes) change(viewOf(copy));
  return copy;
}

/** A file of these tables, which are in the order of their names. */
function fileOf(tables: readonly (readonly [tag: string, table: Uint8Array])[]): Uint8Array {
  const start = 12 + tables.length * 16;
  const file = new Uint8Array(tables.reduce((sum, [, { byteLength }]) => sum + padded(byteLength), start));
  const view = viewOf(file);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  for (const [index, number] of [
    tables.length,
    16 << power,
    power,
    (tables.length << 4) - (16 << power),
  ].entries())
    view.setUint16(4 + index * 2, number);
  let at = start;
  for (const [number, [tag, table]] of tables.entries()) {
    const entry = 12 + number * 16;
    file.set(table, at);
    file.set(Buffer.from(tag, 'latin1'), entry);
    view.setUint32(entry + 4, sumOf(view, at, at + padded(table.byteLength)));
    view.setUint32(entry + 8, at);
    view.setUint32(entry + 12, table.byteLength);
    at += padded(table.byteLength);
  }
  const head = tables.findIndex(([tag]) => tag === 'head');
  const place = view.getUint32(12 + head * 16 + 8);
  view.setUint32(place + 8, (0xb1b0afba - sumOf(view, 0, file.byteLength)) >>> 0);
  return file;
}

function sumOf(view: DataView, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
