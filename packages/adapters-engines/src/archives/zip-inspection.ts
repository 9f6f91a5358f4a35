import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import type { ByteSource, DetectedType } from '@chancery/core';
import { readWhole } from '../content-range.ts';

/** Documents CNT-4. */
const mostEntries = 10_000;
const mostExpandedBytes = 1024 ** 3;
/** Of one entry, and of all of them to the whole file: many small bombs are one large one. */
const mostRatio = 200;
const ratioCountsFromBytes = 1024 ** 2;

const mostDirectoryBytes = 16 * 1024 ** 2;
const mostNamedBytes = 1024 ** 2;
const windowBytes = 1024 ** 2;

const ooxml = 'application/vnd.openxmlformats-officedocument';
const mainParts: Readonly<Record<string, string>> = {
  [`${ooxml}.wordprocessingml.document.main+xml`]: `${ooxml}.wordprocessingml.document`,
  [`${ooxml}.spreadsheetml.sheet.main+xml`]: `${ooxml}.spreadsheetml.sheet`,
  [`${ooxml}.presentationml.presentation.main+xml`]: `${ooxml}.presentationml.presentation`,
};

/** A part of an archive, as its directory has it. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly compressedBytes: number;
  readonly at: number;
}

/** The archive is none that is read: damaged, made to mislead, or too large once it is expanded. */
export class UnsafeArchive extends Error {}

/**
 * Inspects a ZIP without writing anything: every entry is inflated and counted, because what it says about its own size
 * proves nothing. Returns which office document it is, if it is one without macros.
 */
export async function walkZip(content: ByteSource): Promise<DetectedType> {
  try {
    const entries = await directoryOf(content);
    const named = await expandedAll(content, entries);
    return kindOf(entries, named);
  } catch (error) {
    if (error instanceof UnsafeArchive) return { kind: 'unsafe_archive' };
    throw error;
  }
}

function kindOf(entries: readonly ZipEntry[], named: ReadonlyMap<string, string>): DetectedType {
  const types = named.get('[Content_Types].xml') ?? '';
  const macros =
    /macroenabled/i.test(types) || entries.some(({ name }) => /(?:^|\/)vbaproject\.bin$/i.test(name));
  if (macros) return { kind: 'unknown' };
  const main = Object.entries(mainParts).find(([part]) => types.includes(`"${part}"`));
  if (main !== undefined) return { kind: 'known', mimeType: main[1] };
  const [, kind] =
    /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)$/.exec(
      (named.get('mimetype') ?? '').trim(),
    ) ?? [];
  return {
    kind: 'known',
    mimeType: kind === undefined ? 'application/zip' : `application/vnd.oasis.opendocument.${kind}`,
  };
}

/** Reads the central directory. An archive that needs ZIP64 is larger than any office document. */
export async function directoryOf(content: ByteSource): Promise<readonly ZipEntry[]> {
  const { sizeBytes } = content;
  const tail = await readWhole(content, Math.max(0, sizeBytes - 65_557), sizeBytes);
  const [end, other] = endsIn(tail);
  // With another end inside the comment two readers begin at different places.
  if (end === undefined || other !== undefined) throw new UnsafeArchive();
  const [count, size, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (count > mostEntries || size > mostDirectoryBytes || start + size > sizeBytes) throw new UnsafeArchive();
  const directory = await readWhole(content, start, start + size);

  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length; ) {
    if (directory.length - at < 46 || directory.readUInt32LE(at) !== 0x02014b50) throw new UnsafeArchive();
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const name = directory.toString('utf8', at + 46, nameEnd);
    const entry = {
      name,
      method: directory.readUInt16LE(at + 10),
      compressedBytes: directory.readUInt32LE(at + 20),
      at: directory.readUInt32LE(at + 42),
    };
    const isEncrypted = (directory.readUInt16LE(at + 8) & 0x2041) !== 0;
    if (hasOtherName(directory.subarray(nameEnd, extraEnd), name)) throw new UnsafeArchive();
    if (isEncrypted || leadsElsewhere(name) || ![0, 8].includes(entry.method)) throw new UnsafeArchive();
    if (entry.compressedBytes === 0xffffffff || entry.at === 0xffffffff) throw new UnsafeArchive();
    entries.push(entry);
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  if (entries.length !== count) throw new UnsafeArchive();
  // In the order of the file, whatever that of the directory: each part of it is then read once.
  return entries.sort((one, other) => one.at - other.at);
}

/** Where the record lies that ends an archive: the comment in it reaches to the end of the file. */
function endsIn(tail: Buffer): readonly number[] {
  const mark = Buffer.from('PK\x05\x06', 'latin1');
  const ends: number[] = [];
  for (let at = tail.indexOf(mark); at >= 0 && at + 22 <= tail.length; at = tail.indexOf(mark, at + 1))
    if (at + 22 + tail.readUInt16LE(at + 20) === tail.length) ends.push(at);
  return ends;
}

/** A field of Info-ZIP that some readers take for the name, and others ignore (APPNOTE 4.6.9). */
function hasOtherName(extra: Buffer, name: string): boolean {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 0x7075 && extra.toString('utf8', at + 9, end) !== name) return true;
    at = end;
  }
  return false;
}

const leadsElsewhere = (name: string): boolean =>
  /^[/\\]|^[a-z]:|\\|\0/i.test(name) || name.split('/').some((part) => part === '..');

/** Inflates everything, and returns the text of the two entries that say what the document is. */
async function expandedAll(content: ByteSource, entries: readonly ZipEntry[]): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  const read = windowOver(content);
  let total = 0;
  let ended = 0;
  for (const entry of entries) {
    // Entries over one another's bytes make a small file as large as one likes.
    if (entry.at < ended) throw new UnsafeArchive();
    const header = await read(entry.at, entry.at + 30);
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) throw new UnsafeArchive();
    const nameLength = header.readUInt16LE(26);
    const name = (await read(entry.at + 30, entry.at + 30 + nameLength)).toString('utf8');
    // If one entry has two names, two readers see different archives.
    if (name !== entry.name) throw new UnsafeArchive();
    const start = entry.at + 30 + nameLength + header.readUInt16LE(28);
    const end = start + entry.compressedBytes;
    if (end > content.sizeBytes) throw new UnsafeArchive();
    ended = end;

    const wanted = name === 'mimetype' || name === '[Content_Types].xml';
    const kept: Uint8Array[] = [];
    let size = 0;
    const packed =
      entry.compressedBytes <= windowBytes ? [await read(start, end)] : await content.read({ start, end });
    for await (const part of inflated(packed, entry.method)) {
      size += part.byteLength;
      total += part.byteLength;
      const isBomb = isOverfull(size, entry.compressedBytes) || isOverfull(total, content.sizeBytes);
      if (isBomb || total > mostExpandedBytes || (wanted && size > mostNamedBytes)) throw new UnsafeArchive();
      if (wanted) kept.push(part);
    }
    if (wanted) named.set(name, Buffer.concat(kept).toString('utf8'));
  }
  return named;
}

const isOverfull = (expandedBytes: number, packedBytes: number): boolean =>
  expandedBytes > ratioCountsFromBytes && expandedBytes > packedBytes * mostRatio;

async function* inflated(
  packed: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  method: number,
): AsyncIterable<Uint8Array> {
  if (method === 0) {
    yield* packed;
    return;
  }
  const source = Readable.from(packed, { objectMode: false });
  const inflate = createInflateRaw();
  source.on('error', (error) => inflate.destroy(error));
  try {
    for await (const part of source.pipe(inflate)) yield part as Buffer;
  } catch (error) {
    // Only damaged data is a fault of the archive; other errors are passed on.
    if (error instanceof Error && 'code' in error && /^Z_/.test(String(error.code)))
      throw new UnsafeArchive();
    throw error;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}

/** Serves small reads out of one window of a megabyte, so that an archive of small entries does not take one request for each. */
function windowOver(content: ByteSource): (start: number, end: number) => Promise<Buffer> {
  let [from, held]: [number, Buffer] = [0, Buffer.alloc(0)];
  return async (start, end) => {
    if (start < from || end > from + held.length) {
      [from, held] = [
        start,
        await readWhole(content, start, Math.min(content.sizeBytes, Math.max(end, start + windowBytes))),
      ];
    }
    return held.subarray(start - from, end - from);
  };
}
