import type { GreyImage } from './recognition.ts';

const [mostPixelsOfSide, mostPixels] = [10_000, 100_000_000];

/** Refuses a picture of more pixels than are read, before any memory is taken for it (EXT-13). */
export function checkedSize(width: number, height: number): void {
  if (Math.max(width, height) > mostPixelsOfSide || width * height > mostPixels)
    throw new RangeError('The page has more pixels than are read');
  if (!(width >= 1 && height >= 1)) throw new RangeError('The page has no pixels');
}

/** A picture in shades of grey on white paper, of its red, green, blue and opacity. They are asked for only if it is of a size that is read. */
export function greyPixels(width: number, height: number, colours: () => Uint8Array): GreyImage {
  checkedSize(width, height);
  return greyOf(colours(), width, height);
}

/** Whole numbers only, so that every machine has the same shades. */
export function greyOf(colours: Uint8Array | Uint8ClampedArray, width: number, height: number): GreyImage {
  const shades = new Uint8Array(width * height);
  for (let at = 0, from = 0; at < shades.length; at += 1, from += 4) {
    const [red, green, blue] = [colours[from] ?? 0, colours[from + 1] ?? 0, colours[from + 2] ?? 0];
    const shade = (red * 77 + green * 150 + blue * 29) >> 8;
    const opacity = colours[from + 3] ?? 255;
    shades[at] = opacity === 255 ? shade : 255 - Math.floor(((255 - shade) * opacity) / 255);
  }
  return { width, height, shades };
}
