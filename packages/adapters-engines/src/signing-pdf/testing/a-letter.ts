import { PDFDocument } from 'pdf-lib';

/** A PDF of so many pages, each full of lines. */
export async function aLetter(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage();
    for (let line = 0; line < 40; line += 1)
      page.drawText('The parties agree on the following terms.', { x: 60, y: 780 - line * 18, size: 11 });
  }
  return document.save();
}
