import { constants } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { ByteSource } from '@chancery/core';
import { PDFDict, PDFDocument, PDFHexString, PDFName, PDFNull, type PDFObject, PDFString } from 'pdf-lib';
import { type PageNode, pageNodesOf } from '../pdf/page-list.ts';
import { StreamParser } from '../pdf/stream-parser.ts';

/** All bytes of a source in one piece. */
export async function wholeOf(source: ByteSource | undefined): Promise<Buffer> {
  const sizeBytes = source?.sizeBytes ?? 0;
  if (sizeBytes > constants.MAX_LENGTH) throw new RangeError('The file is larger than a process can hold');
  const bytes = Buffer.alloc(sizeBytes);
  let at = 0;
  for await (const piece of (await source?.read()) ?? []) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return bytes;
}

/** Throws if it cannot be parsed, or is encrypted. Nothing in it is changed. */
export async function loadedPdf(bytes: Uint8Array): Promise<PDFDocument> {
  // The library warns of each oddity of a file, and nobody reads the output of this process.
  console.warn = () => undefined;
  console.error = () => undefined;
  const parser = new StreamParser(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const [ignoresEncryption, updatesMetadata] = [false, false];
  // The library calls this constructor in `load` alone, with a parser of its own.
  return Reflect.construct(PDFDocument, [await parser.parseDocument(), ignoresEncryption, updatesMetadata]);
}

/** The pages as an inspection finds them, and the nodes that they come from; null if they cannot be found out. */
export function pageNodes({ catalog, context }: PDFDocument): readonly PageNode[] | null {
  const resolved = (object: PDFObject | undefined) => {
    const found = context.lookup(object);
    return found === PDFNull ? undefined : found;
  };
  return pageNodesOf({ catalog: catalog instanceof PDFDict ? catalog : null, resolved });
}

const halfOfIdBytes = 16;

/**
 * The bytes of a document, always the same for the same document (SEA-6). Its identifier says what it was made from. No
 * object lies in a stream, so that a seal can be put into the bytes.
 */
export async function savedPdf(document: PDFDocument, madeFrom: readonly Uint8Array[]): Promise<Uint8Array> {
  const ids = [madeFrom.slice(0, 1), madeFrom].map((parts) => {
    const digest = createHash('sha256');
    for (const part of parts) digest.update(part);
    return PDFHexString.of(digest.digest('hex').slice(0, 2 * halfOfIdBytes));
  });
  const { context } = document;
  context.trailerInfo.ID = context.obj(ids);
  return document.save({
    useObjectStreams: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
    updateFieldAppearances: false,
    addDefaultPage: false,
  });
}

/** Says something about the whole document, beside what it says already. */
export function writeInfo({ context }: PDFDocument, entries: Readonly<Record<string, string | Date>>): void {
  const found = context.lookup(context.trailerInfo.Info);
  const info = found instanceof PDFDict ? found : context.obj({});
  if (info !== found) context.trailerInfo.Info = context.register(info);
  for (const [key, value] of Object.entries(entries))
    info.set(
      PDFName.of(key),
      value instanceof Date ? PDFString.fromDate(value) : PDFHexString.fromText(value),
    );
}
