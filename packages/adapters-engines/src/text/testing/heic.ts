import type { GreyImage } from '../recognition.ts';

/** The side of the blocks that a picture is made of: width and height are multiples of it. */
const block = 32;
const [parametersOfVideo, parametersOfSequence, parametersOfPicture, wholePicture] = [32, 33, 34, 20];
const [monochrome, extendedProfile, highestLevel] = [0, 4, 186];

class Bits {
  readonly #bits: number[] = [];
  /** A number of so many bits. */
  of(count: number, value: number): this {
    for (let at = count - 1; at >= 0; at -= 1) this.#bits.push(Math.floor(value / 2 ** at) % 2);
    return this;
  }
  /** Exponential Golomb codes (H.265, 9.2). */
  golomb(...values: readonly number[]): this {
    for (const value of values) this.of(2 * Math.floor(Math.log2(value + 1)) + 1, value + 1);
    return this;
  }
  /** One bit, and zeros to the end of the byte. */
  bytes(): Buffer {
    const bits = [...this.#bits, 1];
    while (bits.length % 8 > 0) bits.push(0);
    return Buffer.from(
      Array.from({ length: bits.length / 8 }, (_, at) =>
        Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
      ),
    );
  }
}

const profile = (bits: Bits): Bits =>
  bits
    .of(8, extendedProfile)
    .of(32, 2 ** (31 - extendedProfile))
    .of(4, 0b1001)
    .of(44, 0)
    .of(8, highestLevel);

/** A unit of the stream; three bytes that would begin another one are kept apart (H.265, 7.3.1). */
function unit(type: number, payload: Buffer): Buffer {
  const bytes: number[] = [type << 1, 1];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3);
      zeros = 0;
    }
    bytes.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Buffer.from(bytes);
}

const videoUnit = unit(
  parametersOfVideo,
  profile(new Bits().of(4, 0).of(2, 3).of(6, 0).of(3, 0).of(1, 1).of(16, 0xffff))
    .of(1, 1)
    .golomb(0, 0, 0)
    .of(6, 0)
    .golomb(0)
    .of(2, 0)
    .bytes(),
);
const sequenceUnit = (width: number, height: number) =>
  unit(
    parametersOfSequence,
    profile(new Bits().of(4, 0).of(3, 0).of(1, 1))
      .golomb(0, monochrome, width, height)
      .of(1, 0)
      .golomb(0, 0, 0)
      .of(1, 1)
      // Blocks of 8 to 32 points, all of them as they are.
      .golomb(0, 0, 0, 0, 2, 0, 3, 0, 0)
      .of(3, 0)
      .of(1, 1)
      .of(8, 0x77)
      .golomb(2, 0)
      .of(1, 1)
      .golomb(0)
      .of(5, 0)
      .bytes(),
  );
const pictureUnit = unit(
  parametersOfPicture,
  new Bits()
    .golomb(0, 0)
    .of(7, 0)
    .golomb(0, 0, 0)
    .of(3, 0)
    .golomb(0, 0)
    .of(7, 0)
    // Nothing is smoothed at the edges of blocks.
    .of(5, 0b10100)
    .golomb(0)
    .of(2, 0)
    .bytes(),
);

/**
 * The smallest writer of such pictures: each block is a slice of its own, in which the points stand as they are. The arithmetic
 * code around them is then always the same: the block is whole and plain, and the last of its slice.
 */
function slice(image: GreyImage, at: number): Buffer {
  const across = image.width / block;
  const blocks = (across * image.height) / block;
  const header = new Bits()
    .of(1, at === 0 ? 1 : 0)
    .of(1, 0)
    .golomb(0);
  if (at > 0) header.of(Math.ceil(Math.log2(blocks)), at);
  const [left, top] = [(at % across) * block, Math.floor(at / across) * block];
  const rows = Array.from({ length: block }, (_, row) => {
    const start = (top + row) * image.width + left;
    return image.shades.subarray(start, start + block);
  });
  const [plain, last] = [Buffer.from([0x86, 0x80]), Buffer.from([0xfe, 0x80])];
  return unit(wholePicture, Buffer.concat([header.golomb(2, 0).bytes(), plain, ...rows, last]));
}

const long = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const short = (value: number) => Buffer.from([value >> 8, value & 0xff]);
const box = (type: string, ...parts: readonly (Buffer | string)[]) => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([long(content.length + 8), Buffer.from(type), content]);
};
const none = long(0);

/** A picture as a telephone stores it, in shades of grey; turned against the clock by so many quarters before it is shown. */
export function heicOf(image: GreyImage, quarters = 0): Buffer {
  const { width, height } = image;
  const units = [videoUnit, sequenceUnit(width, height), pictureUnit];
  const blocks = (width * height) / block ** 2;
  const stream = Buffer.concat(
    Array.from({ length: blocks }, (_, at) => slice(image, at)).flatMap((one) => [long(one.length), one]),
  );
  const configuration = box(
    'hvcC',
    Buffer.from([1, extendedProfile]),
    long(2 ** (31 - extendedProfile)),
    Buffer.from([
      0x90,
      0,
      0,
      0,
      0,
      0,
      highestLevel,
      0xf0,
      0,
      0xfc,
      0xfc | monochrome,
      0xf8,
      0xf8,
      0,
      0,
      0x0f,
      3,
    ]),
    ...units.map((one) =>
      Buffer.concat([Buffer.from([0x80 | ((one[0] ?? 0) >> 1)]), short(1), short(one.length), one]),
    ),
  );
  const properties = box(
    'ipco',
    configuration,
    box('ispe', none, long(width), long(height)),
    box('irot', Buffer.from([quarters])),
  );
  const meta = (at: number) =>
    box(
      'meta',
      none,
      box('hdlr', none, none, 'pict', Buffer.alloc(13)),
      box('pitm', none, short(1)),
      box(
        'iinf',
        none,
        short(1),
        box('infe', long(0x0200_0000), short(1), short(0), 'hvc1', Buffer.alloc(1)),
      ),
      box('iprp', properties, box('ipma', none, long(1), short(1), Buffer.from([3, 0x81, 2, 0x83]))),
      box(
        'iloc',
        none,
        Buffer.from([0x44, 0]),
        short(1),
        short(1),
        short(0),
        short(1),
        long(at),
        long(stream.length),
      ),
    );
  const type = box('ftyp', 'heic', none, 'mif1heic');
  const before = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(before), box('mdat', stream)]);
}
