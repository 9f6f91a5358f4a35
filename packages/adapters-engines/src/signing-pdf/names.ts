import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFString,
} from 'pdf-lib';

export const name = (text: string): PDFName => PDFName.of(text);

/** What an entry holds, if it is of the wanted kind; a file of strangers may hold anything. */
export function dictEntry(dict: PDFDict | undefined, key: string): PDFDict | undefined {
  const held = dict?.lookup(name(key));
  return held instanceof PDFDict ? held : undefined;
}

export function arrayEntry(dict: PDFDict | undefined, key: string): PDFArray | undefined {
  const held = dict?.lookup(name(key));
  return held instanceof PDFArray ? held : undefined;
}

export const nameEntry = (dict: PDFDict | undefined, key: string): string | undefined =>
  asName(dict?.lookup(name(key)));
export const numberEntry = (dict: PDFDict | undefined, key: string): number | undefined =>
  asNumber(dict?.lookup(name(key)));

export const asName = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFName ? object.decodeText() : undefined;
export const asNumber = (object: PDFObject | undefined): number | undefined =>
  object instanceof PDFNumber && Number.isFinite(object.asNumber()) ? object.asNumber() : undefined;

/** A text of a form: also names and packed streams are taken for one by viewers. */
export function asText(object: PDFObject | undefined): string | undefined {
  if (object instanceof PDFString || object instanceof PDFHexString) return object.decodeText();
  if (object instanceof PDFRawStream) return textOfBytes(decodePDFRawStream(object).decode());
  return asName(object);
}

const textOfBytes = (bytes: Uint8Array) => PDFHexString.of(Buffer.from(bytes).toString('hex')).decodeText();

/** All numbers of a list, or null if it is not so long or holds something else. */
export function numbersOf(list: PDFArray | undefined, length: number): number[] | null {
  if (list === undefined || list.size() !== length) return null;
  const numbers = Array.from({ length }, (_, at) => asNumber(list.lookup(at)));
  return numbers.every((number) => number !== undefined) ? (numbers as number[]) : null;
}
