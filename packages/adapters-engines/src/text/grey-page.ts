import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { checkedSize, greyOf } from './grey-pixels.ts';
import type { GreyImage } from './recognition.ts';

const [dotsPerInch, pointsPerInch] = [200, 72];

/** A page of a PDF as it is shown, at 200 dots per inch. */
export async function greyPdfPage(page: PDFPageProxy): Promise<GreyImage> {
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const context = whiteContext(width, height);
  // The library draws on what it knows as the canvas of a browser; this one has the same methods.
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
  return greyCanvas(context, width, height);
}

/** A picture, upright as its camera says. */
export async function greyPicture(file: Buffer): Promise<GreyImage> {
  const image = await loadImage(file);
  const context = whiteContext(image.width, image.height);
  context.drawImage(image, 0, 0);
  return greyCanvas(context, image.width, image.height);
}

function whiteContext(width: number, height: number): SKRSContext2D {
  checkedSize(width, height);
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return context;
}

const greyCanvas = (context: SKRSContext2D, width: number, height: number): GreyImage =>
  greyOf(context.getImageData(0, 0, width, height).data, width, height);
