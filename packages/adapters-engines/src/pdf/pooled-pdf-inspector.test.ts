import { setTimeout as wait } from 'node:timers/promises';
import type { ByteSource } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { aPdfLetter, hostilePdfs, pdfInspectorContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { degrees, PDFDocument } from 'pdf-lib';
import { EnginePool, type EnginePoolOptions } from '../pool/engine-pool.ts';
import { poolProcesses } from '../pool/testing/children.ts';
import { packedPages, unpackedPages } from './packed-pages.ts';
import { PooledPdfInspector } from './pooled-pdf-inspector.ts';

const pool = new EnginePool({ processes: 2 });
pdfInspectorContract('processes of their own', new PooledPdfInspector(pool));

const damaged = { pages: null, flags: ['damaged'] };
const sourceOf = (bytes: Buffer, before: () => Promise<void> = async () => undefined): ByteSource => {
  const content = contentInMemory(bytes);
  return { ...content, read: (range) => before().then(() => content.read(range)) };
};

describe('the inspection of PDFs', () => {
  // Each process that starts reads the library from its sources, which takes seconds on a busy machine.
  const opened: EnginePool[] = [pool];
  const inspectorOf = (options: EnginePoolOptions) => {
    const own = new EnginePool({ processes: 1, ...options });
    opened.push(own);
    return { own, inspector: new PooledPdfInspector(own) };
  };
  after(() => Promise.all(opened.map((each) => each.close(0))));

  for (const useObjectStreams of [false, true])
    it(`CNT-5: what the library itself writes is found, with object streams: ${useObjectStreams}`, async () => {
      const document = await PDFDocument.create();
      document.addPage([300, 400]).setRotation(degrees(90));
      document.addPage().drawText('Dear Ada');
      const plain = await document.save({ useObjectStreams });
      document.getForm().createTextField('name').addToPage(document.getPage(0));
      document.addJavaScript('hello', 'app.alert(1)');
      await document.attach(Buffer.from('hello'), 'a.txt');
      const active = await document.save({ useObjectStreams });

      const inspector = new PooledPdfInspector(pool);
      const [before, after] = [
        await inspector.inspect(sourceOf(Buffer.from(plain))),
        await inspector.inspect(sourceOf(Buffer.from(active))),
      ];
      expect(before.pages?.map(({ width, height, rotation }) => [width, height, rotation])).to.deep.equal([
        [400, 300, 90],
        [595.28, 841.89, 0],
      ]);
      expect([before.flags, after.flags]).to.deep.equal([[], ['acroform', 'javascript', 'embedded_files']]);
      expect(after.pages).to.deep.equal(before.pages);
    });

  for (const { limit, limits, attempts } of [
    { limit: 'processor_time', limits: { processorSeconds: 0.001 }, attempts: 1 },
    { limit: 'wall_time', limits: { wallSeconds: 0.001 }, attempts: 1 },
    // The first process may have been full of what earlier files left in it.
    { limit: 'memory', limits: { memoryMebibytes: 48 }, attempts: 2 },
  ])
    it(`CNT-6: a PDF that exceeds this limit of a task is damaged: ${limit}`, async () => {
      const { own, inspector } = inspectorOf({ limits });
      const slow = hostilePdfs['a page tree that doubles thirty times']();

      expect(await inspector.inspect(sourceOf(slow))).to.deep.equal(damaged);
      expect(own.status.refused).to.deep.equal({ [limit]: attempts });
    });

  it('CNT-6: a PDF that ends its process is inspected once more, and is damaged if it ends that one too', async () => {
    const { own, inspector } = inspectorOf({});
    /** Ends the process that reads, at so many of its first readings. */
    const ending = (times: number): ByteSource => {
      let left = times;
      return sourceOf(aPdfLetter(), async () => {
        if (left === 0) return;
        left -= 1;
        for (const pid of poolProcesses()) process.kill(pid, 'SIGKILL');
        await wait(200);
      });
    };

    expect((await inspector.inspect(ending(1))).flags).to.deep.equal([]);
    expect(await inspector.inspect(ending(2))).to.deep.equal(damaged);
    expect(own.status.refused).to.deep.equal({ crashed: 3 });
  });

  it('CNT-6: while one process has a hostile file, the others serve on', async () => {
    const inspector = new PooledPdfInspector(pool);
    const letter = aPdfLetter();
    let isHeld = true;
    const hostile = inspector
      .inspect(sourceOf(hostilePdfs['an object stream that names one large object ten thousand times']()))
      .finally(() => {
        isHeld = false;
      });
    const answers: unknown[] = [];
    while (isHeld) answers.push((await inspector.inspect(sourceOf(letter))).flags);

    expect(await hostile).to.deep.equal(damaged);
    expect(answers).to.not.deep.equal([]);
    expect(answers.every((flags) => Array.isArray(flags) && flags.length === 0)).to.equal(true);
  });

  it('CNT-6: while no process is free a PDF is refused for now, and is not damaged', async () => {
    const { own, inspector } = inspectorOf({});
    await own.close();

    const refusal = await inspector.inspect(sourceOf(aPdfLetter())).catch((error: unknown) => error);

    expect(refusal).to.include({ code: 'dependency.unavailable', retryAfterSeconds: 5 });
  });

  it('CNT-6: pages come through as they are, and what no inspection answers is refused', () => {
    const page = { width: 792, height: 612.25, rotation: 90, cropBox: [0, -1, 612.25, 791] } as const;
    const packed = packedPages([page, page]);

    expect(unpackedPages(packed)).to.deep.equal([page, page]);
    // Bytes of a frame begin anywhere in it.
    const within = Buffer.concat([Buffer.alloc(3), packed]).subarray(3);
    expect(unpackedPages(within)).to.deep.equal([page, page]);
    expect(unpackedPages(packed.subarray(1))).to.equal(null);
    const turned = packedPages([{ ...page, rotation: 45 }]);
    expect(unpackedPages(turned)).to.equal(null);
    expect(unpackedPages(packedPages([{ ...page, width: Number.NaN }]))).to.equal(null);
  });
});
