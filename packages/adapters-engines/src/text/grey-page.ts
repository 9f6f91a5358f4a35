import { createCanvas, loadImage, type SKRSContext2D } from '@napi-rs/canvas';
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { GreyImage } from './recognition.ts';

const [dotsPerInch, pointsPerInch] = [200, 72];
const [mostPixelsOfSide, mostPixels] = [10_000, 100_000_000];

/** A page of a PDF as it is shown, at 200 dots per inch. */
export async function greyPdfPage(page: PDFPageProxy): Promise<GreyImage> {
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const context = whiteContext(width, height);
  // The library draws on what it knows as the canvas of a browser; this one has the same methods.
  await page.render({ canvas: null, canvasContext: context as never, viewport }).promise;
  return greyOf(context, width, height);
}

/** A picture, upright as its camera says. */
export async function greyPicture(file: Buffer): Promise<GreyImage> {
  const image = await loadImage(file);
  const context = whiteContext(image.width, image.height);
  context.drawImage(image, 0, 0);
  return greyOf(context, image.width, image.height);
}

function whiteContext(width: number, height: number): SKRSContext2D {
  if (Math.max(width, height) > mostPixelsOfSide || width * height > mostPixels)
    throw new RangeError('The page has more pixels than are read');
  const context = createCanvas(width, height).getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  return context;
}

/** Whole numbers only, so that every machine has the same shades. */
function greyOf(context: SKRSContext2D, width: number, height: number): GreyImage {
  const { data } = context.getImageData(0, 0, width, height);
  const shades = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < shades.length; at += 1, from += 4)
    shades[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
  return { width, height, shades };
}
