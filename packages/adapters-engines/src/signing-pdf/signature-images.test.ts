import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { decode } from 'fast-png';
import { EnginePool } from '../pool/engine-pool.ts';
import { PooledSignatureImages } from './pooled-signature-images.ts';
import { aPicture, aScrawl } from './testing/images.ts';
import { aPng, chunk, headerOf, withChunks } from './testing/png-chunks.ts';

describe('images of signatures', () => {
  const pool = new EnginePool({ processes: 1 });
  const images = new PooledSignatureImages(pool);
  after(() => pool.close(0));

  it('CNT-10: an image is written anew, with nothing in the file but its pixels', async () => {
    const given = withChunks(aScrawl(60, 30), [
      chunk('tEXt', Buffer.from('Author\0Ada')),
      chunk('prVt', Buffer.from('secret')),
    ]);

    const image = await images.checked(given);

    expect(image).to.include({ width: 60, height: 30 });
    const png = Buffer.from(image?.png ?? []);
    expect(chunksOf(png)).to.deep.equal(['IHDR', 'IDAT', 'IEND']);
    expect(decode(png).data).to.deep.equal(decode(aScrawl(60, 30)).data);
    expect(image?.sha256).to.equal(createHash('sha256').update(png).digest('hex'));
    expect((await images.checked(png))?.sha256).to.equal(image?.sha256);
  });

  const noise = (side: number) =>
    aPicture(side, side, (x, y) => [
      (x * 7919 + y * 104_729 + x * y * 31) % 256,
      (x * y) % 251,
      (x * x + y * 7) % 253,
      255,
    ]);
  const wrongSum = Buffer.from(aScrawl(20, 20));
  wrongSum[wrongSum.indexOf('IDAT') + 8] = (wrongSum[wrongSum.indexOf('IDAT') + 8] ?? 0) ^ 1;
  const refused: Record<string, Uint8Array> = {
    'no bytes': new Uint8Array(),
    'a JPEG': Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Uint8Array(60)]),
    'text after the first bytes of a PNG': Buffer.concat([
      aScrawl(20, 20).subarray(0, 8),
      Buffer.from('x'.repeat(80)),
    ]),
    'a PNG that breaks off': aScrawl(20, 20).subarray(0, 60),
    'a PNG with a wrong sum': wrongSum,
    'one that is too wide': aScrawl(2001, 2),
    'one that is too high': aScrawl(2, 1001),
    'one that takes more than 256 KiB': noise(600),
    'one that says that it has 65,535 × 65,535 pixels': aPng(
      headerOf(65_535, 65_535, 8, 6),
      Buffer.alloc(1000),
    ),
    'nothing to be seen': aPicture(30, 30, (x) => [x, 0, 0, 0]),
    'one colour': aPicture(30, 30, (x) => [10 + (x % 2), 12, 13, 255]),
    'white on nothing, which paper does not show': aPicture(30, 30, (x) => [255, 255, 255, x * 8]),
    'data of 200 MB in few bytes': aPng(headerOf(30, 30, 8, 6), deflateSync(Buffer.alloc(200_000_000))),
    'a palette that lacks a colour': aPng(headerOf(2, 1, 8, 3), deflateSync(Buffer.from([0, 0, 7])), [
      chunk('PLTE', Buffer.from([0, 0, 0, 255, 255, 255])),
    ]),
  };
  for (const [what, png] of Object.entries(refused))
    it(`CNT-10: is refused: ${what}`, async () => {
      expect(await images.checked(png)).to.equal(null);
    });

  const black = [0, 0, 0, 255];
  const white = [255, 255, 255, 255];
  const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]));
  const line = (...bytes: number[]) => deflateSync(Buffer.from([0, ...bytes]));
  const kinds: Record<string, readonly [Buffer, number[][]]> = {
    'grey of 8 bits': [aPng(headerOf(2, 1, 8, 0), line(0, 255)), [black, white]],
    'grey of 1 bit': [aPng(headerOf(3, 1, 1, 0), line(0b0110_0000)), [black, white, white]],
    'grey of 4 bits': [aPng(headerOf(3, 1, 4, 0), line(0x0f, 0x80)), [black, white, [136, 136, 136, 255]]],
    'grey of 16 bits': [aPng(headerOf(2, 1, 16, 0), line(0, 0, 255, 255)), [black, white]],
    'grey that is partly visible': [
      aPng(headerOf(2, 1, 8, 4), line(0, 100, 0, 255)),
      [[0, 0, 0, 100], black],
    ],
    'a palette of 8 bits': [
      aPng(headerOf(2, 1, 8, 3), line(0, 1), [palette]),
      [
        [255, 0, 0, 255],
        [0, 0, 255, 255],
      ],
    ],
    'a palette of 2 bits, partly visible': [
      aPng(headerOf(2, 1, 2, 3), line(0b0001_0000), [palette, chunk('tRNS', Buffer.from([9]))]),
      [
        [255, 0, 0, 9],
        [0, 0, 255, 255],
      ],
    ],
    'colours, one of which is left out': [
      aPng(headerOf(3, 1, 8, 2), line(1, 2, 3, 255, 0, 0, 0, 0, 0), [
        chunk('tRNS', Buffer.from([0, 1, 0, 2, 0, 3])),
      ]),
      [[1, 2, 3, 0], [255, 0, 0, 255], black],
    ],
    'colours of 16 bits': [
      aPng(headerOf(2, 1, 16, 6), line(255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 255, 255)),
      [[255, 0, 0, 255], black],
    ],
    'an interlaced one': [
      aPng(headerOf(2, 1, 8, 2, 1), deflateSync(Buffer.from([0, 255, 0, 0, 0, 0, 0, 0]))),
      [[255, 0, 0, 255], black],
    ],
  };
  for (const [kind, [png, pixels]] of Object.entries(kinds))
    it(`CNT-14: becomes 8-bit colours: ${kind}`, async () => {
      const image = decode((await images.checked(png))?.png ?? Buffer.alloc(0));

      expect([image.channels, image.depth]).to.deep.equal([4, 8]);
      expect([...image.data]).to.deep.equal(pixels.flat());
    });

  it('CNT-14: an interlaced image with several pixels in a byte is refused, because it would be misread', async () => {
    expect(await images.checked(aPng(headerOf(3, 1, 1, 0, 1), line(0b0110_0000)))).to.equal(null);
  });
});

function chunksOf(png: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    names.push(png.toString('latin1', at + 4, at + 8));
  return names;
}
