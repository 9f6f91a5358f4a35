import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from 'pdf-lib';

/** The signature dictionary of a file, as it is read. */
export interface ReadSeal {
  readonly subFilter: string | null;
  readonly byteRange: readonly number[];
  readonly contents: Uint8Array;
  readonly name: string | null;
  /** ISO 8601 in UTC, or null. */
  readonly claimedAt: string | null;
}

const nameOf = (key: string) => PDFName.of(key);

/** The signatures of the form of a document. */
export function readSeals(document: PDFDocument): readonly ReadSeal[] {
  const form = document.catalog.lookup(nameOf('AcroForm'));
  const fields = form instanceof PDFDict ? form.lookup(nameOf('Fields')) : undefined;
  const seals: ReadSeal[] = [];
  visit(fields, new Set(), (field) => {
    const value = field.lookup(nameOf('V'));
    if (value instanceof PDFDict && value.has(nameOf('ByteRange'))) seals.push(sealOf(value));
  });
  return seals;
}

/** Visits each field once, also where fields lie in one another. */
function visit(list: unknown, seen: Set<PDFDict>, found: (field: PDFDict) => void): void {
  const waiting: unknown[] = [list];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (!(next instanceof PDFArray)) continue;
    for (let index = 0; index < next.size(); index += 1) {
      const field = next.lookup(index);
      if (!(field instanceof PDFDict) || seen.has(field)) continue;
      seen.add(field);
      found(field);
      waiting.push(field.lookup(nameOf('Kids')));
    }
  }
}

function sealOf(dictionary: PDFDict): ReadSeal {
  const range = dictionary.lookup(nameOf('ByteRange'));
  const contents = dictionary.lookup(nameOf('Contents'));
  const subFilter = dictionary.lookup(nameOf('SubFilter'));
  return {
    subFilter: subFilter instanceof PDFName ? subFilter.asString().slice(1) : null,
    byteRange:
      range instanceof PDFArray
        ? range.asArray().map((_, index) => {
            const number = range.lookup(index);
            return number instanceof PDFNumber ? number.asNumber() : Number.NaN;
          })
        : [],
    contents: contents instanceof PDFHexString ? contents.asBytes() : new Uint8Array(),
    name: textOf(dictionary, 'Name'),
    claimedAt: dateOf(dictionary),
  };
}

function textOf(dictionary: PDFDict, key: string): string | null {
  const value = dictionary.lookup(nameOf(key));
  return value instanceof PDFHexString || value instanceof PDFString
    ? value.decodeText().slice(0, 500)
    : null;
}

function dateOf(dictionary: PDFDict): string | null {
  const value = dictionary.lookup(nameOf('M'));
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return null;
  try {
    return value.decodeDate().toISOString();
  } catch {
    return null;
  }
}

/**
 * Why the byte range of a signature leaves something out that could be changed, or null if it covers the whole file but
 * the signature itself. What the room of the signature holds is compared with what was read, so that both are the same.
 */
export function rangeFault(file: Buffer, { byteRange, contents }: ReadSeal): string | null {
  const [first, start = 0, end = 0, rest = 0] = byteRange;
  if (byteRange.length !== 4 || !byteRange.every((number) => Number.isSafeInteger(number) && number >= 0))
    return 'The byte range of the seal is none.';
  if (first !== 0 || end + rest !== file.length)
    return 'The seal does not cover the whole file: something was added after it was sealed.';
  const room = file.toString('latin1', start, end);
  return room.toLowerCase() === `<${Buffer.from(contents).toString('hex')}>`
    ? null
    : 'The byte range of the seal leaves out more than the signature.';
}
