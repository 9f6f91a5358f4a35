import { deflateSync } from 'node:zlib';
import type { GreyImage } from '../recognition.ts';

export interface TiffFrame extends GreyImage {
  /** How its bytes are packed (TIFF 6.0, tag 259): not at all, by ZIP, by runs of equal bytes. */
  readonly packing?: 'none' | 'zip' | 'runs';
  readonly orientation?: number;
  /** What the file says instead of the truth. */
  readonly saysWidth?: number;
}

const packings = {
  none: { number: 1, pack: (bytes: Uint8Array) => Buffer.from(bytes) },
  zip: { number: 8, pack: (bytes: Uint8Array) => deflateSync(bytes) },
  runs: { number: 32773, pack: runs },
} as const;

/** Runs of equal bytes as PackBits has them (TIFF 6.0, section 9), row by row as one. */
function runs(bytes: Uint8Array): Buffer {
  const parts: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    let length = 1;
    while (length < 128 && bytes[at + length] === bytes[at]) length += 1;
    parts.push(length === 1 ? 0 : 257 - length, bytes[at] ?? 0);
    at += length;
  }
  return Buffer.from(parts);
}

/** A TIFF of such frames, each in one strip of grey bytes; `leadsBack` has the last one lead to the first. */
export function tiffOf(frames: readonly TiffFrame[], leadsBack = false): Buffer {
  const parts: Buffer[] = [Buffer.from('49492a0000000000', 'hex')];
  let at = 8;
  let before = { part: 0, offset: 4 };
  for (const { width, height, shades, packing = 'none', orientation = 1, saysWidth = width } of frames) {
    const { number, pack } = packings[packing];
    const strip = pack(shades);
    const tags = [
      [256, saysWidth],
      [257, height],
      [258, 8],
      [259, number],
      [262, 1],
      [273, at],
      [274, orientation],
      [277, 1],
      [278, height],
      [279, strip.length],
    ] as const;
    const directory = Buffer.alloc(2 + tags.length * 12 + 4);
    directory.writeUInt16LE(tags.length, 0);
    for (const [index, [tag, value]] of tags.entries()) {
      const entry = 2 + index * 12;
      directory.writeUInt16LE(tag, entry);
      directory.writeUInt16LE(4, entry + 2);
      directory.writeUInt32LE(1, entry + 4);
      directory.writeUInt32LE(value, entry + 8);
    }
    parts[before.part]?.writeUInt32LE(at + strip.length, before.offset);
    before = { part: parts.length + 1, offset: directory.length - 4 };
    parts.push(strip, directory);
    at += strip.length + directory.length;
  }
  if (leadsBack) parts[before.part]?.writeUInt32LE(parts[0]?.readUInt32LE(4) ?? 0, before.offset);
  return Buffer.concat(parts);
}
