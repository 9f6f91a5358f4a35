import { deflateSync } from 'node:zlib';
import { decode } from 'fast-png';
import { type PDFContext, PDFName, type PDFRef } from 'pdf-lib';

/** Puts a PNG into a document: its colours, and how visible each pixel is. Throws if it is not 8-bit RGBA. */
export function embeddedPng(
  context: PDFContext,
  png: Uint8Array,
): { readonly ref: PDFRef; readonly width: number; readonly height: number } {
  const { width, height, data, channels, depth } = decode(png, { checkCrc: true });
  if (channels !== 4 || depth !== 8) throw new TypeError('The image is not one that was checked');
  const pixels = width * height;
  const [colours, visibility] = [Buffer.alloc(pixels * 3), Buffer.alloc(pixels)];
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const [from, to] = [pixel * 4, pixel * 3];
    colours[to] = data[from] ?? 0;
    colours[to + 1] = data[from + 1] ?? 0;
    colours[to + 2] = data[from + 2] ?? 0;
    visibility[pixel] = data[from + 3] ?? 0;
  }
  const image = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  };
  const mask = context.register(
    context.stream(deflateSync(visibility), { ...image, ColorSpace: PDFName.of('DeviceGray') }),
  );
  const ref = context.register(
    context.stream(deflateSync(colours), { ...image, ColorSpace: PDFName.of('DeviceRGB'), SMask: mask }),
  );
  return { ref, width, height };
}
