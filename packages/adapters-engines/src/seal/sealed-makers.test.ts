import { readFile, writeFile } from 'node:fs/promises';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { degrees, type PDFDocument } from 'pdf-lib';
import { output, ran } from './testing/openssl.ts';
import { letter, sealedAt } from './testing/prepared-pdf.ts';
import { openSealSuite, type SealSuite, validSeal } from './testing/seal-suite.ts';

const statement = { name: 'Praxis', reason: null, location: null, at: sealedAt };

describe('seals under files of several makers', () => {
  let suite: SealSuite;
  before(async () => {
    suite = await openSealSuite();
  });
  after(() => suite.close());

  /** Gives the file a placeholder as it is, seals it with both kinds of keys, and asks the programs. */
  async function expectSealed(bytes: Uint8Array) {
    const prepared = await suite.sealer.prepare(contentInMemory(bytes), statement);
    if (prepared === null) throw new Error('The file cannot be read.');
    for (const kind of ['rsa', 'ec'] as const) {
      const sealed = (await suite.seal(kind, prepared)).bytes;
      const said = await suite.pdfsig(sealed);
      for (const line of validSeal) expect(said).to.include(line);
      expect(await suite.qpdf(sealed)).to.match(/No syntax or stream encoding errors/);
    }
    return prepared;
  }
  const made = async (change: (document: PDFDocument) => unknown, pages = 2) => {
    const document = await letter(pages);
    await change(document);
    return document;
  };
  const byQpdf = async (...options: string[]) => {
    await writeFile(suite.folder.path('in.pdf'), await (await letter(5)).save());
    await ran('qpdf', ...options, suite.folder.path('in.pdf'), suite.folder.path('out.pdf'));
    return readFile(suite.folder.path('out.pdf'));
  };

  for (const pages of [1, 200])
    it(`SEA-1: of pdf-lib with ${pages} pages, with and without object streams`, async () => {
      for (const useObjectStreams of [false, true]) {
        const document = await letter(pages);
        expect((await expectSealed(await document.save({ useObjectStreams }))).pages).to.equal(pages);
      }
    });

  it('SEA-1: with pages that are rotated, cropped and of odd sizes', async () => {
    const document = await made((file) => {
      for (const angle of [90, 180, 270]) {
        const page = file.addPage([200 + angle, 300]);
        page.setRotation(degrees(angle));
        page.setCropBox(20, 30, 100, 150);
      }
    });
    await expectSealed(await document.save());
  });

  it('SEA-1: with a form whose fields are there already', async () => {
    const document = await made((file) => {
      const field = file.getForm().createTextField('name');
      field.setText('Ada');
      field.addToPage(file.getPage(0), { x: 72, y: 500 });
    });
    await expectSealed(await document.save());
  });

  for (const [what, options] of [
    ['object streams', ['--object-streams=generate']],
    ['a linearized form', ['--linearize']],
    ['unpacked objects', ['--qdf', '--object-streams=disable']],
  ] as const)
    it(`SEA-1: of qpdf with ${what}`, async () => {
      await expectSealed(await byQpdf(...options));
    });

  it('SEA-1: of a browser that prints a page', async function () {
    const { path } = suite.folder;
    await writeFile(path('page.html'), '<h1>Protokoll</h1><p>Für die Akten: ✓ 株式会社</p>');
    const options = ['--no-sandbox', '--disable-gpu', `--user-data-dir=${path('profile')}`];
    const said = await output(
      'chromium-headless-shell',
      ...options,
      `--print-to-pdf=${path('page.pdf')}`,
      `file://${path('page.html')}`,
    );
    if (said.endsWith('exit ENOENT')) this.skip();
    await expectSealed(await readFile(path('page.pdf')));
  });

  it('prepares no file that cannot be read', async () => {
    expect(await suite.sealer.prepare(contentInMemory(Buffer.from('no PDF')), statement)).to.equal(null);
    await writeFile(suite.folder.path('in.pdf'), await (await letter()).save());
    const locked = ['--encrypt', 'a', 'b', '256', '--'];
    await ran('qpdf', ...locked, suite.folder.path('in.pdf'), suite.folder.path('locked.pdf'));
    const content = contentInMemory(await readFile(suite.folder.path('locked.pdf')));
    expect(await suite.sealer.prepare(content, statement)).to.equal(null);
  });
});
