import { createRequire } from 'node:module';
import { greyPixels } from './grey-pixels.ts';
import type { GreyImage } from './recognition.ts';
import { mirrored, turned } from './turned-images.ts';

const require = createRequire(import.meta.url);

/** A frame as the library reads it: the values of its tags by their numbers. */
interface Frame {
  readonly [tag: `t${number}`]: readonly number[] | undefined;
}
/** What of the library is used; its own types take the program for one of a browser. */
interface TiffLibrary {
  decode(file: ArrayBuffer): readonly Frame[];
  decodeImage(file: ArrayBuffer, frame: Frame): void;
  toRGBA8(frame: Frame): Uint8Array;
}

const mostFrames = 10_000;
const entryBytes = 12;
const [widthTag, heightTag, orientationTag] = ['t256', 't257', 't274'] as const;

/** Where the directories of the frames of a TIFF begin. A file that leads in a circle has those on the way. */
export function framesOf(file: Buffer): readonly number[] {
  const { short, long } = numbersOf(file);
  const frames = new Set<number>();
  for (let at = long(4); at !== 0 && !frames.has(at) && frames.size < mostFrames; ) {
    frames.add(at);
    at = long(at + 2 + short(at) * entryBytes);
  }
  return [...frames];
}

/** A frame, upright as the file says. */
export function greyTiffFrame(file: Buffer, page: number): GreyImage {
  // Nobody reads the output of this process.
  console.log = () => undefined;
  const tiff: TiffLibrary = require('utif2');
  const bytes = onlyFrame(file, page);
  const [frame] = tiff.decode(bytes);
  const [width, height] = [frame?.[widthTag]?.[0] ?? 0, frame?.[heightTag]?.[0] ?? 0];
  if (frame === undefined) throw new Error('The file has no such frame');
  return uprightAs(
    frame[orientationTag]?.[0] ?? 1,
    greyPixels(width, height, () => {
      tiff.decodeImage(bytes, frame);
      return tiff.toRGBA8(frame);
    }),
  );
}

/** The same file with this frame for its only one, so that the others are not looked at. */
function onlyFrame(file: Buffer, page: number): ArrayBuffer {
  const at = framesOf(file)[page - 1] ?? 0;
  const { short, put } = numbersOf(file);
  put(4, at);
  put(at + 2 + short(at) * entryBytes, 0);
  return Uint8Array.from(file).buffer;
}

/** Numbers of the file in the order of its bytes. Reading beyond its end fails. */
function numbersOf(file: Buffer) {
  const isLittle = file.toString('latin1', 0, 2) === 'II';
  return {
    short: (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at)),
    long: (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at)),
    put: (at: number, value: number) =>
      isLittle ? file.writeUInt32LE(value, at) : file.writeUInt32BE(value, at),
  };
}

/** Quarters to turn by, clockwise, for each orientation (TIFF 6.0, tag 274); some are mirrored before. */
const quarters = { 1: 0, 2: 0, 3: 2, 4: 2, 5: 3, 6: 1, 7: 1, 8: 3 } as const;
const seenInMirror: ReadonlySet<number> = new Set([2, 4, 5, 7]);
const isOrientation = (number: number): number is keyof typeof quarters => Object.hasOwn(quarters, number);

const uprightAs = (orientation: number, image: GreyImage): GreyImage =>
  isOrientation(orientation)
    ? turned(seenInMirror.has(orientation) ? mirrored(image) : image, quarters[orientation])
    : image;
