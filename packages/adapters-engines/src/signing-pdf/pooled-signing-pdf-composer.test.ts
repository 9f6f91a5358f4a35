import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mark, PdfNotDrawable } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { PDFDocument, PDFName } from 'pdf-lib';
import { EnginePool, type EnginePoolOptions } from '../pool/engine-pool.ts';
import { FontSource } from './font-source.ts';
import { PooledSigningPdfComposer } from './pooled-signing-pdf-composer.ts';
import { HandmadeForm } from './testing/a-form.ts';
import { textOf } from './testing/poppler.ts';

describe('the composer of PDFs for signing', () => {
  const opened: EnginePool[] = [];
  const composerOf = (options: EnginePoolOptions = {}, fonts = new FontSource()) => {
    const pool = new EnginePool({ processes: 1, ...options });
    opened.push(pool);
    return { pool, composer: new PooledSigningPdfComposer(pool, fonts) };
  };
  after(() => Promise.all(opened.map((pool) => pool.close(0))));

  const blank = async () => {
    const document = await PDFDocument.create();
    document.addPage([600, 800]);
    return contentInMemory(await document.save());
  };
  const reasonOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof PdfNotDrawable ? error.reason : error),
    );

  it('CNT-6: a file that costs more than a process may use is refused for good', async () => {
    const { composer, pool } = composerOf({ limits: { processorSeconds: 0.001 } });

    expect(await reasonOf(composer.signingCopy(await blank(), null))).to.equal('resource_limit');
    expect(pool.status.refused).to.deep.equal({ processor_time: 1 });
  });

  it('CNT-6: while no process is free a file is refused for now', async () => {
    const { composer, pool } = composerOf();
    await pool.close();

    expect(await reasonOf(composer.signingCopy(await blank(), null))).to.include({
      code: 'dependency.unavailable',
    });
  });

  it('SIG-28: a form that cannot be flattened is refused, and says that it is the form', async () => {
    const form = await HandmadeForm.make();
    const { context } = form.document;
    const value = context.register(context.stream('x', { Filter: PDFName.of('NoSuchFilter') }));
    form.widget({ FT: 'Tx', V: value });

    const { composer } = composerOf();

    expect(await reasonOf(composer.signingCopy(contentInMemory(await form.save()), null))).to.equal('form');
  });

  it('SEA-14: faces of a folder are asked for what the bundled ones lack, regular ones first; a file that is no font is passed over', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    try {
      const face = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuMathTeXGyre.ttf');
      for (const name of ['b.ttf', 'a.TTF', 'c-Regular.otf']) copyFileSync(face, join(folder, name));
      writeFileSync(join(folder, 'README.txt'), 'no font');
      writeFileSync(join(folder, '0-Regular.otf'), 'no font either');
      const fonts = new FontSource(folder);
      const { composer } = composerOf({}, fonts);
      const made = await composer.signingCopy(await blank(), null);
      const copy = { pages: made.pages, content: contentInMemory(made.bytes) };
      const mark: Mark = {
        kind: 'line',
        text: 'Ada 𝟽',
        fontSize: 10,
        page: 1,
        x: 0.1,
        y: 0.1,
        width: 0.5,
        height: 0.05,
      };

      const [withFolder, without] = [
        await composer.stamped(copy, [mark]),
        await composerOf().composer.stamped(copy, [mark]),
      ];

      expect(fonts.files.map((file) => file.slice(folder.length + 1))).to.deep.equal([
        '0-Regular.otf',
        'c-Regular.otf',
        'a.TTF',
        'b.ttf',
      ]);
      expect(textOf(withFolder).trim()).to.equal('Ada 𝟽');
      expect(textOf(without).trim()).to.equal('Ada □');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
