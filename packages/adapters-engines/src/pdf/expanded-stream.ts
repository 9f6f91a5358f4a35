import { inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  PDFRawStream,
} from 'pdf-lib';

/** Many times what any writer puts into one object stream. */
const mostExpandedBytes = 64 * 1024 ** 2;

const flate = new Set([PDFName.of('FlateDecode'), PDFName.of('Fl')]);
const filterKey = PDFName.of('Filter');
const parametersKey = PDFName.of('DecodeParms');

export class TooLarge extends Error {}

/** The content of a stream without its filters. Throws if one of them cannot be undone, or if there is too much of it. */
export function expandedStream(
  { dict, contents }: PDFRawStream,
  resolved: (value: PDFObject | undefined) => PDFObject | undefined,
): Buffer {
  const filters = listOf(resolved(dict.get(filterKey))).map(resolved);
  const parameters = listOf(resolved(dict.get(parametersKey))).map(resolved);
  let bytes: Uint8Array = contents;
  for (const [index, filter] of filters.entries()) {
    if (!(filter instanceof PDFName)) throw new TypeError('A filter has no name');
    bytes = flate.has(filter) ? inflated(bytes) : decoded(bytes, filter, parameters[index]);
    if (bytes.byteLength > mostExpandedBytes) throw new TooLarge();
  }
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const listOf = (value: PDFObject | undefined): readonly PDFObject[] =>
  value instanceof PDFArray ? value.asArray() : value === undefined ? [] : [value];

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: mostExpandedBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLarge();
    // Readers take what stands before a fault, and do not look at the checksum.
    return decoded(bytes, PDFName.of('FlateDecode'));
  }
}

/** By the library, which is slower. */
function decoded(bytes: Uint8Array, filter: PDFName, parameters?: PDFObject): Uint8Array {
  const one = PDFDict.withContext(PDFContext.create());
  one.set(filterKey, filter);
  if (parameters instanceof PDFDict) one.set(parametersKey, parameters);
  return decodePDFRawStream(PDFRawStream.of(one, bytes)).decode();
}
