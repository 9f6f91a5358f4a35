import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { aDeflatedPdfStream, aPdfLetter, aPdfStream, pdfOf } from './a-pdf.ts';

const mebibyte = 1024 * 1024;

/** A deflated stream of so many mebibytes of zeros, about a thousandth of that in size. */
export function deflatedZeros(mebibytes: number): Buffer {
  const step = 16;
  const block = deflateRawSync(Buffer.alloc(step * mebibyte), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: Math.ceil(mebibytes / step) }, () => block);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks, Buffer.from([3, 0, 0, 0, 0, 0])]);
}

/** What documents CNT-6 names, and what it does not; made anew for each test, because some are large. */
export const hostilePdfs = {
  'ten gigabytes of zeros in an object stream': () =>
    aPdfLetter({
      objects: {
        5: aPdfStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflatedZeros(10 * 1024)),
      },
    }),
  'zeros that are packed twice': () =>
    aPdfLetter({
      objects: {
        5: aPdfStream(
          '/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
          deflateSync(deflatedZeros(10 * 1024)),
        ),
      },
    }),
  'a page tree that contains itself': () =>
    pdfOf({
      objects: {
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
        3: '<< /Type /Pages /Kids [2 0 R 4 0 R] /Count 1 >>',
        4: '<< /Type /Page /MediaBox [0 0 612 792] >>',
      },
    }),
  'a page tree that doubles thirty times': () =>
    pdfOf({
      objects: Object.fromEntries([
        [1, '<< /Type /Catalog /Pages 2 0 R >>'],
        ...Array.from({ length: 30 }, (_, at) => [at + 2, `<< /Kids [${at + 3} 0 R ${at + 3} 0 R] >>`]),
        [32, '<< /Type /Page /MediaBox [0 0 612 792] >>'],
      ]),
    }),
  'a million lists in lists': () =>
    aPdfLetter({ objects: { 5: '['.repeat(1_000_000) + ']'.repeat(1_000_000) } }),
  'a million lists that never end': () => aPdfLetter({ objects: { 5: '['.repeat(1_000_000) } }),
  'a hundred thousand objects inside of one another': () =>
    aPdfLetter({ objects: { 5: '1 0 obj ('.repeat(100_000) } }),
  'an object stream of a thousand million objects': () =>
    aPdfLetter({
      objects: { 5: aDeflatedPdfStream('/Type /ObjStm /N 1000000000 /First 0', '1 0 '.repeat(1000)) },
    }),
  'an object stream that names one large object ten thousand times': () =>
    aPdfLetter({
      objects: {
        5: aDeflatedPdfStream(
          '/Type /ObjStm /N 10000 /First 100000',
          Buffer.concat([
            Buffer.from('9 0 '.repeat(10_000).padEnd(100_000)),
            Buffer.from(`[${'0 '.repeat(500_000)}]`),
          ]),
        ),
      },
    }),
} as const;

/** An image as large as a picture can say it is, in a few bytes. */
export const hugeImagePdf = (): Buffer =>
  aPdfLetter({
    page: '/MediaBox [0 0 612 792] /Resources << /XObject << /I 5 0 R >> >>',
    objects: {
      5: aDeflatedPdfStream(
        '/Type /XObject /Subtype /Image /Width 65535 /Height 65535 /ColorSpace /DeviceRGB /BitsPerComponent 8',
        Buffer.alloc(mebibyte),
      ),
    },
  });
