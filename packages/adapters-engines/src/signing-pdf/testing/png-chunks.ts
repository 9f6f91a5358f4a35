const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const headerEnd = 33;

export function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The head of a PNG: its size, the bits of a sample, the kind of its colours, and whether it is interlaced. */
export function headerOf(
  width: number,
  height: number,
  depth: number,
  colours: number,
  interlaced = 0,
): Buffer {
  const content = Buffer.alloc(13);
  content.writeUInt32BE(width, 0);
  content.writeUInt32BE(height, 4);
  content.set([depth, colours, 0, 0, interlaced], 8);
  return chunk('IHDR', content);
}

export const aPng = (header: Buffer, packed: Buffer, between: readonly Buffer[] = []): Buffer =>
  Buffer.concat([signature, header, ...between, chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);

/** The image with further chunks after its head. */
export const withChunks = (png: Uint8Array, further: readonly Buffer[]): Buffer =>
  Buffer.concat([png.subarray(0, headerEnd), ...further, png.subarray(headerEnd)]);

/** The checksum of the chunks of a PNG (ISO 15948, annex D). */
function crc32(bytes: Uint8Array): number {
  let sum = 0xff_ff_ff_ff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum % 2 === 0 ? 0 : 0xed_b8_83_20);
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0;
}
