import { setTimeout as wait } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { ByteSource } from '@chancery/core';
import { anOfficeDocument, aZip, typeDetectorContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { BytesTypeDetector } from './bytes-type-detector.ts';
import { InspectionPool } from './inspection-pool.ts';
import { walkZip } from './zip-inspection.ts';

const mebibyte = 1024 * 1024;
const pool = new InspectionPool({ size: 2 });
typeDetectorContract('bytes and processes of their own', new BytesTypeDetector(pool));

/** The bytes, and how many of them were asked for. */
function counted(bytes: Uint8Array, before: () => Promise<void> = async () => undefined) {
  const read = { bytes: 0, times: 0 };
  const content: ByteSource = {
    sizeBytes: bytes.byteLength,
    async read({ start, end } = { start: 0, end: bytes.byteLength }) {
      await before();
      read.bytes += end - start;
      read.times += 1;
      return (async function* () {
        yield bytes.subarray(start, end);
      })();
    },
  };
  return { content, read };
}

describe('the inspection of archives', function () {
  this.timeout(60_000);
  after(() => pool.close());

  it('PLT-32: as many archives are inspected at once as there are processes, and the others wait', async () => {
    const few = new InspectionPool({ size: 2 });
    let [now, most] = [0, 0];
    const slow = () => {
      const { content } = counted(aZip([{ name: 'a.txt', content: 'hello' }]));
      let isFirst = true;
      return {
        ...content,
        async read(range?: { start: number; end: number }) {
          if (isFirst) {
            isFirst = false;
            now += 1;
            most = Math.max(most, now);
            await wait(50);
            now -= 1;
          }
          return content.read(range);
        },
      };
    };

    const found = await Promise.all(Array.from({ length: 8 }, () => few.inspect(slow())));
    few.close();
    expect(found).to.deep.equal(Array(8).fill({ kind: 'known', mimeType: 'application/zip' }));
    expect(most).to.equal(2);
  });

  it('a failure to read is that of the source, and the process goes on with the next archive', async () => {
    const one = new InspectionPool({ size: 1 });
    const away = new Error('the store is away');
    const broken: ByteSource = { sizeBytes: 1000, read: () => Promise.reject(away) };

    const refusal = await one.inspect(broken).catch((error: unknown) => error);
    expect(refusal).to.equal(away);
    const { content } = counted(anOfficeDocument('wordprocessingml.document'));
    expect((await one.inspect(content)).kind).to.equal('known');
    one.close();
  });

  it('CNT-4: an archive that keeps its process busy for too long is unsafe, and the next one is inspected', async () => {
    const impatient = new InspectionPool({ size: 1, stepSeconds: 0.001 });
    const { content } = counted(aZip([{ name: 'a.txt', content: 'hello' }]));

    expect(await impatient.inspect(content)).to.deep.equal({ kind: 'unsafe_archive' });
    impatient.close();
  });

  it('CNT-4: many small entries that expand beyond 200:1 together are not opened, though none of them is over a mebibyte', async () => {
    const entry = Buffer.alloc(mebibyte - 1);
    const bomb = aZip(
      Array.from({ length: 400 }, (_, index) => ({ name: `${index}`, content: entry, deflated: true })),
    );
    const { content } = counted(bomb);

    expect(await walkZip(content)).to.deep.equal({ kind: 'unsafe_archive' });
  });

  it('CNT-4: entries over the bytes of others are not opened', async () => {
    const zip = aZip([
      { name: 'a', content: 'one' },
      { name: 'a', content: 'two' },
    ]);
    // The second line of the directory is made to point to the first entry.
    zip.writeUInt32LE(0, zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 42);

    expect(await walkZip(counted(zip).content)).to.deep.equal({ kind: 'unsafe_archive' });
  });

  it('CNT-4: an archive of ten thousand entries is opened, and one with an entry more is not', async () => {
    const kindOf = async (count: number) => {
      const entries = Array.from({ length: count }, (_, at) => ({ name: `${at}`, content: '' }));
      return (await walkZip(counted(aZip(entries)).content)).kind;
    };

    expect([await kindOf(10_000), await kindOf(10_001)]).to.deep.equal(['known', 'unsafe_archive']);
  });

  it('PLT-28: an archive is read once, however many entries it has and in whatever order its directory names them', async () => {
    const content = deflateRawSync(Buffer.alloc(20_000, 'chancery '));
    const ratios = [];
    for (const count of [40, 80, 160, 320, 640, 1280, 2560, 5120]) {
      const entries = Array.from({ length: count }, (_, index) => ({
        name: `${index}.bin`,
        content: Buffer.concat([content, Buffer.alloc(2000, index % 251)]),
      }));
      const zip = shuffled(aZip(entries));
      const { content: source, read } = counted(zip);
      expect((await walkZip(source)).kind).to.equal('known');
      ratios.push(read.bytes / zip.byteLength);
      expect(read.times).to.be.below(zip.byteLength / mebibyte + 6);
    }
    for (const ratio of ratios) expect(ratio).to.be.below(3);
  });
});

/** The same archive with a directory that begins at both ends in turn. */
function shuffled(zip: Buffer): Buffer {
  const mark = Buffer.from('PK\x01\x02', 'latin1');
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const start = zip.readUInt32LE(end + 16);
  const lines: Buffer[] = [];
  for (let at = start; at < end; ) {
    const next = zip.indexOf(mark, at + 4);
    const stop = next < 0 ? end : next;
    lines.push(zip.subarray(at, stop));
    at = stop;
  }
  const turned = lines.map(
    (_, index) => lines[index % 2 === 0 ? index / 2 : lines.length - (index + 1) / 2] as Buffer,
  );
  return Buffer.concat([zip.subarray(0, start), ...turned, zip.subarray(end)]);
}
