import { setTimeout as wait } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import type { ByteSource } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { anOfficeDocument, aZip, typeDetectorContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { EnginePool, type EnginePoolOptions } from '../pool/engine-pool.ts';
import { poolProcesses } from '../pool/testing/children.ts';
import { BytesTypeDetector } from '../types/bytes-type-detector.ts';
import { PooledArchiveInspector } from './pooled-archive-inspector.ts';
import { walkZip } from './zip-inspection.ts';

const mebibyte = 1024 * 1024;
const pool = new EnginePool({ processes: 2 });
typeDetectorContract(
  'bytes and processes of their own',
  new BytesTypeDetector(new PooledArchiveInspector(pool)),
);

/** The bytes, and how many of them were asked for. */
function counted(bytes: Uint8Array, before: () => Promise<void> = async () => undefined) {
  const read = { bytes: 0, times: 0 };
  const whole = contentInMemory(bytes);
  const content: ByteSource = {
    ...whole,
    async read(range = { start: 0, end: bytes.byteLength }) {
      await before();
      read.bytes += range.end - range.start;
      read.times += 1;
      return whole.read(range);
    },
  };
  return { content, read };
}

describe('the inspection of archives', () => {
  const opened: EnginePool[] = [pool];
  const inspectorOf = (options: EnginePoolOptions) => {
    const own = new EnginePool({ processes: 1, ...options });
    opened.push(own);
    return { own, inspector: new PooledArchiveInspector(own) };
  };
  after(() => Promise.all(opened.map((each) => each.close(0))));

  it('PLT-32: as many archives are inspected at once as there are processes, and the others wait', async () => {
    const { inspector: few } = inspectorOf({ processes: 2 });
    let [now, most] = [0, 0];
    let fill = () => {};
    // A process may take its time to start, so the first archive waits until the second one is under way.
    const full = new Promise<void>((resolve) => {
      fill = resolve;
    });
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
            if (now === 2) fill();
            await full;
            await wait(50);
            now -= 1;
          }
          return content.read(range);
        },
      };
    };

    const found = await Promise.all(Array.from({ length: 8 }, () => few.inspect(slow())));
    expect(found).to.deep.equal(Array(8).fill({ kind: 'known', mimeType: 'application/zip' }));
    expect(most).to.equal(2);
  });

  it('a failure to read is that of the source, and the process goes on with the next archive', async () => {
    const { inspector: one } = inspectorOf({});
    const away = new Error('the store is away');
    const broken: ByteSource = { sizeBytes: 1000, read: () => Promise.reject(away) };

    const refusal = await one.inspect(broken).catch((error: unknown) => error);
    expect(refusal).to.equal(away);
    const { content } = counted(anOfficeDocument('wordprocessingml.document'));
    expect((await one.inspect(content)).kind).to.equal('known');
  });

  for (const [limit, limits] of Object.entries({
    time: { processorSeconds: 0.001, wallSeconds: 0.001 },
    memory: { memoryMebibytes: 32 },
  }))
    it(`CNT-4: an archive that takes more ${limit} than a task may use is unsafe`, async () => {
      // 32 MiB of heap are enough to start, and the whole process is larger.
      const { own, inspector } = inspectorOf({ limits });
      const slow = counted(
        aZip([{ name: 'a.txt', content: Buffer.alloc(64 * mebibyte, 1), deflated: false }]),
      );

      expect(await inspector.inspect(slow.content)).to.deep.equal({ kind: 'unsafe_archive' });
      expect(Object.keys(own.status.refused)).to.have.lengthOf(1);
    });

  it('CNT-4: an archive that ends its process is inspected once more, and is unsafe if it ends that one too', async () => {
    const { own, inspector } = inspectorOf({});
    const { content } = counted(aZip([{ name: 'a.txt', content: 'hello' }]));
    /** Ends the process that reads, at so many of its first readings. */
    const ending = (times: number): ByteSource => {
      let left = times;
      return {
        sizeBytes: content.sizeBytes,
        async read(range) {
          if (left > 0) {
            left -= 1;
            for (const pid of poolProcesses()) process.kill(pid, 'SIGKILL');
            await wait(200);
          }
          return content.read(range);
        },
      };
    };

    expect((await inspector.inspect(ending(1))).kind).to.equal('known');
    expect((await inspector.inspect(ending(2))).kind).to.equal('unsafe_archive');
    expect(own.status.refused).to.deep.equal({ crashed: 3 });
  });

  it('CNT-4: while no process is free an archive is refused for now, and not as unsafe', async () => {
    const { own, inspector } = inspectorOf({});
    await own.close();

    const { content } = counted(aZip([{ name: 'a.txt', content: 'hello' }]));
    const refusal = await inspector.inspect(content).catch((error: unknown) => error);

    expect(refusal).to.include({ code: 'dependency.unavailable', retryAfterSeconds: 5 });
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

  /** Two readers would see different archives: one of them the macro, the other none. */
  for (const [what, changed] of Object.entries({
    'an end that counts fewer entries than the directory has': (zip: Buffer, end: number) => {
      zip.writeUInt16LE(1, end + 8);
      zip.writeUInt16LE(1, end + 10);
      return zip;
    },
    'a directory that is shorter than its end says': (zip: Buffer, end: number) => {
      zip.writeUInt32LE(zip.readUInt32LE(end + 12) - 1, end + 12);
      return zip;
    },
    'bytes after its end': (zip: Buffer) => Buffer.concat([zip, Buffer.from('more')]),
    'a second end in its comment': (zip: Buffer, end: number) => {
      zip.writeUInt16LE(22, end + 20);
      return Buffer.concat([zip, aZip([])]);
    },
    'another name in a field of Info-ZIP': (zip: Buffer, end: number) => {
      const line = zip.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
      const other = Buffer.from('u\x70\x0f\0\x01\0\0\0\0harmless.x', 'latin1');
      other.writeUInt16LE(0x7075, 0);
      zip.writeUInt16LE(other.length, line + 30);
      zip.writeUInt32LE(zip.readUInt32LE(end + 12) + other.length, end + 12);
      return Buffer.concat([zip.subarray(0, end), other, zip.subarray(end)]);
    },
  }))
    it(`CNT-4: an archive with ${what} is not opened`, async () => {
      const zip = () =>
        aZip([
          { name: 'a.txt', content: 'one' },
          { name: 'word/vbaProject.bin', content: 'two' },
        ]);
      const end = zip().lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));

      expect(await walkZip(counted(changed(zip(), end)).content)).to.deep.equal({ kind: 'unsafe_archive' });
      expect((await walkZip(counted(zip()).content)).kind).to.equal('unknown');
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
