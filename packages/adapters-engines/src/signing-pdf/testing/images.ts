import { encode } from 'fast-png';

/** Red, green, blue and how visible at a place. */
type Paint = (x: number, y: number) => readonly [number, number, number, number];

export function aPicture(width: number, height: number, paint: Paint): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data.set(paint(x, y), (y * width + x) * 4);
  return encode({ width, height, data, channels: 4, depth: 8 });
}

/** A black frame with a cross, on nothing. */
export const aScrawl = (width = 200, height = 80): Uint8Array =>
  aPicture(width, height, (x, y) => {
    const isEdge = x < 4 || y < 4 || x >= width - 4 || y >= height - 4;
    const isCross = Math.abs(x * height - y * width) < 3 * width;
    return [0, 0, 0, isEdge || isCross ? 255 : 0];
  });
