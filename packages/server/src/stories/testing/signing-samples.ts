import { aDeflatedPdfStream, pdfOf } from '@chancery/core/testing';

/** A contract of some pages, whose face is not in the file, as in many a letter of an office program; `more` is what a page says of itself. */
export function aContract(pages = 2, more: (page: number) => string = () => ''): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => 4 + index * 2);
  return pdfOf({
    objects: {
      1: '<< /Type /Catalog /Pages 2 0 R >>',
      2: `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
      3: '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>',
      ...Object.fromEntries(
        numbers.flatMap((number, index) => [
          [
            number,
            `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> ${more(index + 1)} >>`,
          ],
          [number + 1, aDeflatedPdfStream('', pageText(index + 1))],
        ]),
      ),
    },
  });
}

const pageText = (number: number): string =>
  [
    `BT /F1 18 Tf 70 770 Td (Rental agreement, page ${number}) Tj ET`,
    ...Array.from(
      { length: 18 },
      (_, line) =>
        `BT /F1 11 Tf 70 ${730 - line * 20} Td (${line + 1}. The tenant keeps the rooms in good order and pays the rent on the first.) Tj ET`,
    ),
    '70 120 m 290 120 l S BT /F1 9 Tf 70 105 Td (Signature) Tj ET',
  ].join('\n');

/** Its second page lies on its side and shows only a part of itself: 700 points wide and 500 high as it is shown. */
export const aTurnedContract = (): Buffer =>
  aContract(2, (page) => (page === 2 ? '/Rotate 90 /CropBox [20 30 520 730]' : ''));
