import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { greyOf } from '../grey-pixels.ts';
import type { GreyImage } from '../recognition.ts';

const require = createRequire(import.meta.url);
GlobalFonts.registerFromPath(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'), 'Scanned');

/** Something to draw a page on, with the face `Scanned`. */
export const blankPage = (width: number, height: number) => createCanvas(width, height);

/** Pages whose text is in the file, each turned by the same angle and still upright to whoever looks. */
export async function digitalPdf(pages: readonly (readonly string[])[], rotation = 0): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const lines of pages) {
    const [width, height] = rotation % 180 === 0 ? [600, 800] : [800, 600];
    const page = document.addPage([width, height]);
    page.setRotation(degrees(rotation));
    const place = (x: number, y: number) => {
      if (rotation === 90) return { x: width - y, y: x };
      if (rotation === 180) return { x: width - x, y: height - y };
      if (rotation === 270) return { x: y, y: height - x };
      return { x, y };
    };
    for (const [at, line] of lines.entries())
      page.drawText(line, { ...place(60, 720 - at * 30), size: 12, font, rotate: degrees(rotation) });
  }
  return document.save();
}

/** A picture of lines, as a scanner makes it; turned clockwise by so many degrees. */
export const scannedPng = (lines: readonly string[], turnedBy = 0): Buffer =>
  scannedCanvas(lines, turnedBy).toBuffer('image/png');

function scannedCanvas(lines: readonly string[], turnedBy: number): Canvas {
  const [width, height] = turnedBy % 180 === 0 ? [1240, 900] : [900, 1240];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.translate(width / 2, height / 2);
  context.rotate((turnedBy * Math.PI) / 180);
  context.fillStyle = 'black';
  context.font = '30px Scanned';
  for (const [at, line] of lines.entries()) context.fillText(line, -520, -350 + at * 70);
  return canvas;
}

/** The same picture as shades of grey. */
export function scannedGrey(lines: readonly string[]): GreyImage {
  const canvas = scannedCanvas(lines, 0);
  const { width, height } = canvas;
  return greyOf(canvas.getContext('2d').getImageData(0, 0, width, height).data, width, height);
}

/** A photograph of lines, taken in a mirror by a camera that says so (orientation 2 of EXIF). */
export function mirroredJpeg(lines: readonly string[]): Buffer {
  const upright = scannedCanvas(lines, 0);
  const canvas = createCanvas(upright.width, upright.height);
  const context = canvas.getContext('2d');
  context.translate(upright.width, 0);
  context.scale(-1, 1);
  context.drawImage(upright, 0, 0);
  const photograph = canvas.toBuffer('image/jpeg', 95);
  const orientation = Buffer.from('4d4d002a0000000800010112000300000001000200000000000000', 'hex');
  const segment = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientation]);
  const head = Buffer.from([0xff, 0xe1, 0, segment.length + 2]);
  return Buffer.concat([photograph.subarray(0, 2), head, segment, photograph.subarray(2)]);
}

/** A picture on which everything looks a little like letters. */
export function noisePng(): Buffer {
  const canvas = createCanvas(3600, 3600);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 3600, 3600);
  context.fillStyle = 'black';
  context.font = '14px Scanned';
  for (let y = 14; y < 3600; y += 16)
    context.fillText(
      Array.from({ length: 420 }, (_, x) => String.fromCharCode(33 + ((x * 31 + y * 7) % 90))).join(''),
      0,
      y,
    );
  return canvas.toBuffer('image/png');
}

/** A PDF of one square page on which nothing stands. */
export async function emptyPdf(points: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage([points, points]);
  return document.save();
}

/** A PDF that is nothing but pictures. */
export async function scannedPdf(pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (const picture of pictures) {
    const image = await document.embedPng(picture);
    const page = document.addPage([image.width * 0.36, image.height * 0.36]);
    page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  }
  return document.save();
}
