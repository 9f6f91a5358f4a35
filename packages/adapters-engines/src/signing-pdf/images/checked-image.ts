import { decode, encode } from 'fast-png';

const [mostWidth, mostHeight, mostBytes] = [2000, 1000, 256 * 1024];
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Pixels that differ by no more are of one colour (CNT-14). */
const sameWithin = 2;

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and how visible, a byte each. */
  readonly data: Uint8Array;
}

/** The image as a PNG of ours, or null if the bytes are no PNG, one that is too large, or one on which nothing is to be seen (CNT-10). */
export function checkedImage(
  bytes: Uint8Array,
): (Omit<Pixels, 'data'> & { readonly png: Uint8Array }) | null {
  if (bytes.byteLength > mostBytes || !isSmallPng(bytes)) return null;
  let pixels: Pixels;
  try {
    pixels = eightBitPixels(decode(bytes, { checkCrc: true }));
  } catch {
    return null;
  }
  if (!showsSomething(pixels.data)) return null;
  const { width, height } = pixels;
  return { png: encode({ ...pixels, channels: 4, depth: 8 }), width, height };
}

/** Looks at the size before anything is unpacked: the header is first in every PNG. */
function isSmallPng(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 33 || signature.some((byte, at) => bytes[at] !== byte)) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(8) !== 13 || view.getUint32(12) !== 0x49484452) return false;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  const isSmall = width >= 1 && width <= mostWidth && height >= 1 && height <= mostHeight;
  // The library takes an interlaced image with several pixels in a byte for one with a pixel in each.
  const isMisread = bytes[28] !== 0 && (bytes[24] ?? 0) < 8;
  return isSmall && !isMisread;
}

type Decoded = ReturnType<typeof decode>;

/** Throws if a pixel has a number that the palette has not. */
function eightBitPixels(image: Decoded): Pixels {
  const { width, height } = image;
  const data = new Uint8Array(width * height * 4);
  for (let pixel = 0; pixel < width * height; pixel += 1) data.set(colourOf(image, pixel), pixel * 4);
  return { width, height, data };
}

/** Grey, grey with visibility, colour, colour with visibility, or a number in the palette. */
function colourOf(image: Decoded, pixel: number): readonly [number, number, number, number] {
  const { channels, palette, depth, transparency } = image;
  const sample = (channel: number) => sampleOf(image, pixel, channel);
  if (palette !== undefined && channels === 1) {
    const colour = palette[sample(0)];
    if (colour === undefined) throw new RangeError('A pixel has a colour that is not in the palette');
    const [red = 0, green = 0, blue = 0, visible = 255] = colour as readonly number[];
    return [red, green, blue, visible];
  }
  const eightBit = (value: number) => Math.round((value * 255) / (2 ** depth - 1));
  const samples = Array.from({ length: channels }, (_, channel) => sample(channel));
  const isGrey = channels < 3;
  const [red = 0, green = 0, blue = 0] = isGrey ? [sample(0), sample(0), sample(0)] : samples;
  const hasVisibility = channels % 2 === 0;
  const isLeftOut =
    !hasVisibility && transparency !== undefined && samples.every((value, at) => transparency[at] === value);
  const visible = hasVisibility ? eightBit(sample(channels - 1)) : isLeftOut ? 0 : 255;
  return [eightBit(red), eightBit(green), eightBit(blue), visible];
}

/** The library leaves several pixels in one byte where they take less. */
function sampleOf({ data, channels, depth, width }: Decoded, pixel: number, channel: number): number {
  if (depth >= 8) return data[pixel * channels + channel] ?? 0;
  const [line, column] = [Math.floor(pixel / width), pixel % width];
  const inLine = column * depth;
  const byte = data[line * Math.ceil((width * depth) / 8) + Math.floor(inLine / 8)] ?? 0;
  return (byte >> (8 - depth - (inLine % 8))) % 2 ** depth;
}

/** Whether more than one colour is seen where it lies on white paper: a black line that is drawn on nothing is something. */
function showsSomething(data: Uint8Array): boolean {
  for (let part = 0; part < 3; part += 1) {
    let [least, most] = [255, 0];
    for (let at = 0; at < data.length; at += 4) {
      const visible = (data[at + 3] ?? 0) / 255;
      const shown = 255 - (255 - (data[at + part] ?? 0)) * visible;
      least = Math.min(least, shown);
      most = Math.max(most, shown);
    }
    if (most - least > sameWithin) return true;
  }
  return false;
}
