import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { lifecycle } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { proposalsIn } from '../../../core/src/lifecycle/extraction/rules/proposals.ts';
import { EnginePool, type TaskGiven } from '../pool/engine-pool.ts';
import type { EngineTask, TaskLimits } from '../pool/engine-task.ts';
import { beHostile } from '../pool/testing/be-hostile.ts';
import { wordsOf } from '../signing-pdf/testing/poppler.ts';
import { engineVersions } from './engine-versions.ts';
import { PooledTextExtractor } from './pooled-text-extractor.ts';
import {
  blankPage,
  digitalPdf,
  emptyPdf,
  mirroredJpeg,
  noisePng,
  scannedPdf,
  scannedPng,
} from './testing/drawn-pages.ts';
import { paragraph, word, wordDocument } from './testing/word-document.ts';

const certificate = [
  'CERTIFICATE OF INSURANCE',
  'Policy number: PL-2026-00431',
  'Issued on 1 March 2026 in Hamburg, for the account of Messrs. Willis & Mill',
  'Expiration date: 02/28/2027',
  'IBAN DE89 3704 0044 0532 0130 00',
];

/** Words of two letters, which are read on their side too. */
const prose = Array.from({ length: 6 }, () => 'It is to be in the hands of us or of him by the end of it.');

describe('the text of documents', () => {
  // The loader of TypeScript, which no package of ours needs, takes some hundred MiB for the libraries that it rewrites.
  const pool = new EnginePool({ processes: 1, limits: { memoryMebibytes: 1024 } });
  const extractor = new PooledTextExtractor(pool, { languageFolder: null, recognizes: true });
  after(() => pool.close(0));

  const read = (file: Uint8Array, wanted: Partial<lifecycle.TextToExtract> = {}, by = extractor) =>
    by.extract(contentInMemory(file), {
      mimeType: 'application/pdf',
      pages: { from: 1, to: 50 },
      ocr: 'auto',
      languages: ['en'],
      reference: '2026-01-15T00:00:00.000Z',
      ...wanted,
    });
  const proposed = ({ pages }: lifecycle.ExtractedText) =>
    proposalsIn(pages, { kinds: ['dates', 'identifiers', 'mrz'], dateOrder: 'dmy', asOf: '2026-11-23' });
  const said = (text: lifecycle.ExtractedText) => proposed(text).map(({ kind, value }) => `${kind} ${value}`);
  const expected = [
    'policy_number PL-2026-00431',
    'issue_date 2026-03-01',
    'expiration_date 2027-02-28',
    'iban DE89370400440532013000',
  ];

  for (const rotation of [0, 90, 180, 270])
    it(`EXT-4: boxes lie on the page and hold what was found, on pages turned by ${rotation}`, async () => {
      const pdf = await digitalPdf([certificate], rotation);
      const words = wordsOf(pdf, 1);

      const text = await read(pdf);

      expect(said(text)).to.deep.equal(expected);
      const raw = ['PL-2026-00431', '1 March 2026', '02/28/2027', 'DE89 3704 0044 0532 0130 00'];
      for (const [at, { boundingBox }] of proposed(text).entries()) {
        if (boundingBox === null) throw new Error('There is no box');
        const { x, y, width, height } = boundingBox;
        expect([x >= 0, y >= 0, x + width <= 1, y + height <= 1]).to.deep.equal([true, true, true, true]);
        // The page as it is shown has the same size at each angle.
        const inside = words.filter(
          (word) =>
            word.left >= x * 600 &&
            word.right <= (x + width) * 600 &&
            word.top >= y * 800 &&
            word.bottom <= (y + height) * 800,
        );
        expect(inside.map((word) => word.text).join(' ')).to.contain(raw[at]);
        expect(width * 600).to.be.below(220);
      }
    });

  it('EXT-1, EXT-5: a scan in English is read without a network, the same each time, with boxes that hold what was found', async () => {
    const scan = await scannedPdf([scannedPng(certificate)]);

    const text = await read(scan);
    const again = await read(scan);

    expect(said(text)).to.deep.equal(expected);
    expect(again).to.deep.equal(text);
    expect(text.pages.map(({ method }) => method)).to.deep.equal(['ocr']);
    expect(text).to.include({ pagesOcr: 1, pagesFailed: 0, missesLanguage: false, isTruncated: false });
    const [policy] = proposed(text);
    expect(policy?.confidence).to.be.within(0.6, 0.9);
    // The line stands 490 pixels from the top of a picture of 900, and its number behind “Policy number: ”.
    expect(policy?.boundingBox?.x).to.be.within(0.2, 0.4);
    expect(policy?.boundingBox?.y).to.be.within(0.15, 0.2);
  });

  it('EXT-11: what was recognized before changes nothing', async () => {
    const scan = scannedPng(['Valid until 15 April 2032', 'Contract number: KX-7712/03']);
    const other = scannedPng(['Gültig bis 01.02.2033', 'Vertragsnummer: QQ-1']);
    const wanted = { mimeType: 'image/png' as const };
    const first = await read(scan, wanted);

    await read(other, { ...wanted, languages: ['de'] });
    const after = await read(scan, wanted);

    expect(said(first)).to.deep.equal(['expiration_date 2032-04-15', 'contract_number KX-7712/03']);
    expect(after).to.deep.equal(first);
  });

  it('EXT-5: a language without data leaves the text of the file, and says so', async () => {
    const pages = [certificate, []];
    const pdf = await digitalPdf(pages);

    const text = await read(pdf, { languages: ['fi'] });
    const english = new PooledTextExtractor(pool, { languageFolder: null, recognizes: false });
    const unrecognized = await read(scannedPng(certificate), { mimeType: 'image/png' }, english);

    expect(text).to.include({ missesLanguage: true, pagesOcr: 0 });
    expect(text.pages.map(({ page, method }) => [page, method])).to.deep.equal([
      [1, 'text_layer'],
      [2, 'text_layer'],
    ]);
    expect(unrecognized.pages).to.deep.equal([{ page: 1, method: 'text_layer', lines: [] }]);
  });

  it('EXT-14: a page is read by its text or by its picture, and never by both', async () => {
    const pdf = await digitalPdf([['Valid until 15 April 2032, at the latest.'], ['Page 2']]);

    const auto = await read(pdf);
    const never = await read(pdf, { ocr: 'never' });
    const always = await read(pdf, { ocr: 'always', pages: { from: 1, to: 1 } });

    const methods = ({ pages }: lifecycle.ExtractedText) => pages.map(({ method }) => method);
    expect([methods(auto), methods(never), methods(always)]).to.deep.equal([
      ['text_layer', 'ocr'],
      ['text_layer', 'text_layer'],
      ['ocr'],
    ]);
    expect(said(always)).to.deep.equal(['expiration_date 2032-04-15']);
    expect([auto.isTruncated, always.isTruncated]).to.deep.equal([false, true]);
  });

  describe('in a process that is watched', () => {
    const folder = mkdtempSync(join(tmpdir(), 'chancery-watched-'));
    const notes = join(folder, 'notes');
    const given = {
      CHANCERY_TEST_NOTES: notes,
      NODE_OPTIONS: [import.meta.resolve('tsx'), new URL('./testing/watched-process.ts', import.meta.url)]
        .map((address) => `--import=${address}`)
        .join(' '),
    };
    const before = Object.fromEntries(Object.keys(given).map((name) => [name, process.env[name]]));
    const watched = new EnginePool({
      processes: 1,
      limits: { memoryMebibytes: 1024 },
      environment: Object.keys(given),
    });
    const inside = new PooledTextExtractor(watched, { languageFolder: null, recognizes: true });
    const noted = () => [...new Set(readFileSync(notes, 'utf8').split('\n').filter(Boolean))];

    beforeEach(() => {
      writeFileSync(notes, '');
      Object.assign(process.env, given);
    });
    afterEach(() => {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    });
    after(async () => {
      await watched.close(0);
      rmSync(folder, { recursive: true });
    });

    it('EXT-5: whatever wants to leave it is refused and noted', async () => {
      const said = await watched.run(beHostile(), { deed: 'a connection' });

      expect([said, noted()]).to.deep.equal(['Error: This process has no network', ['a connection']]);
    });

    it('EXT-5: a scan is read without a connection, a datagram or a name that is looked up', async () => {
      const text = await read(await scannedPdf([scannedPng(certificate)]), {}, inside);

      expect([text.pagesOcr, said(text), noted()]).to.deep.equal([1, expected, []]);
    });

    it('EXT-12: a page without fonts of its own is drawn with those of the library, and with none of the machine', async () => {
      const pdf = await digitalPdf([['Expires on 15 April 2032', 'Reference no. AB/12-7']]);

      const text = await read(pdf, { ocr: 'always' }, inside);

      expect(said(text)).to.deep.equal(['expiration_date 2032-04-15', 'reference_number AB/12-7']);
      expect(noted()).to.deep.equal([]);
    });

    it('EXT-10: a Word document is read as lines, and nothing that it points to is followed', async () => {
      const hostile = '<script>alert(1)</script> Gültig bis: 28.02.2027';
      const document = wordDocument(
        [
          paragraph('Vertrag'),
          paragraph(hostile),
          '<w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>INCLUDETEXT "http://127.0.0.1:18080/a"</w:instrText><w:fldChar w:fldCharType="end"/></w:r></w:p>',
          '<w:p><w:r><w:drawing><wp:inline><wp:docPr descr="x"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>',
          '<w:p><w:hyperlink r:id="rId2"><w:r><w:t>Vertragsnummer: QQ-77</w:t></w:r></w:hyperlink></w:p>',
        ],
        { rId1: 'image', rId2: 'hyperlink' },
      );

      const text = await read(document, { mimeType: word, languages: ['de'] }, inside);

      expect(text.pages.map(({ page, method }) => [page, method])).to.deep.equal([[null, 'text_layer']]);
      expect(text.pages[0]?.lines.map((line) => line.text)).to.deep.equal([
        'Vertrag',
        hostile,
        'Vertragsnummer: QQ-77',
      ]);
      expect(
        proposed(text).map(({ kind, value, line, boundingBox, quote }) => [
          kind,
          value,
          line,
          boundingBox,
          quote,
        ]),
      ).to.deep.equal([
        ['expiration_date', '2027-02-28', 2, null, hostile],
        ['contract_number', 'QQ-77', 3, null, 'Vertragsnummer: QQ-77'],
      ]);
      expect(noted()).to.deep.equal([]);
    });

    it('EXT-10: the entities of a Word document stay as they are: no file of this machine is read, and none grows', async () => {
      const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
      const prologue = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY far SYSTEM "http://127.0.0.1:18080/far"><!ENTITY a0 "ha">${laughs.join('')}]>`;
      const entities = ['&file;', '&far;', '&a9;'].map((each) => `<w:p><w:r><w:t>${each}</w:t></w:r></w:p>`);
      const document = wordDocument([paragraph('Vertrag'), ...entities], {}, prologue);

      const text = await read(document, { mimeType: word, languages: ['de'] }, inside).catch(
        (error: Error) => error.message,
      );

      expect(noted()).to.deep.equal([]);
      const said = JSON.stringify(text);
      expect(said.length).to.be.lessThan(2000);
      expect(said).to.not.include('root:').and.not.include('haha');
    });

    it('EXT-10: a PDF that wants to run something, or to open something, is read and nothing more', async () => {
      const document = await PDFDocument.load(await digitalPdf([certificate]));
      document.addJavaScript('start', 'app.launchURL("http://127.0.0.1:18080/", true)');
      document.catalog.set(
        PDFName.of('OpenAction'),
        document.context.obj({ S: 'URI', URI: PDFString.of('http://127.0.0.1:18080/') }),
      );

      const text = await read(await document.save(), { ocr: 'always' }, inside);

      expect([said(text), noted()]).to.deep.equal([expected, []]);
    });
  });

  it('EXT-6: a page that is too large or broken is skipped and counted, and the others are read', async () => {
    const tooLarge = await read(await emptyPdf(4000));
    const broken = await read(Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF'));

    expect([tooLarge.pagesFailed, tooLarge.pages]).to.deep.equal([1, []]);
    expect([broken.pagesFailed, broken.pages]).to.deep.equal([1, []]);
  });

  it('EXT-6: recognizing a page may take 60 s of the processor, and 120 s by the clock', async () => {
    const bounds: unknown[] = [];
    const noting = {
      run: (task: EngineTask<unknown, unknown>, input: unknown, given: TaskGiven) => {
        if (task.name === 'recognize page') bounds.push(task.limits);
        return pool.run(task, input, given);
      },
    } as EnginePool;

    await read(
      scannedPng(certificate),
      { mimeType: 'image/png' },
      new PooledTextExtractor(noting, { languageFolder: null, recognizes: true }),
    );

    expect(bounds).to.have.length(1);
    expect(bounds[0]).to.include({ processorSeconds: 60, wallSeconds: 120 });
  });

  const costly: readonly [
    string,
    'processor_time' | 'memory',
    Partial<TaskLimits>,
    () => Promise<Uint8Array>,
  ][] = [
    ['takes too long', 'processor_time', { processorSeconds: 3 }, () => scannedPdf([noisePng()])],
    ['takes too much memory', 'memory', { memoryMebibytes: 640 }, () => emptyPdf(3500)],
  ];
  for (const [what, reason, limits, costlyPage] of costly)
    it(`EXT-6: a page that ${what} is stopped and counted, and the others are read`, async () => {
      const document = await PDFDocument.load(await digitalPdf([certificate]));
      const [page] = await document.copyPages(await PDFDocument.load(await costlyPage()), [0]);
      if (page === undefined) throw new Error('There is no page');
      document.insertPage(0, page);
      const own = new EnginePool({ processes: 1, limits: { memoryMebibytes: 1024 } });
      // The bound is that of the page alone: how much the reading before it takes is a matter of the machine.
      const bounded = {
        run: (task: EngineTask<unknown, unknown>, input: unknown, given: TaskGiven) =>
          own.run(task.name === 'recognize page' ? { ...task, limits } : task, input, given),
      } as EnginePool;
      try {
        const text = await read(
          await document.save(),
          {},
          new PooledTextExtractor(bounded, { languageFolder: null, recognizes: true }),
        );

        expect([text.pagesFailed, text.pages.map((one) => one.page), said(text)]).to.deep.equal([
          1,
          [2],
          expected,
        ]);
        expect(Object.keys(own.status.refused)).to.deep.equal([reason]);
      } finally {
        await own.close(0);
      }
    });

  it('EXT-13: a picture is turned as its camera says before it is read', async () => {
    const text = await read(mirroredJpeg(certificate), { mimeType: 'image/jpeg' });

    expect(said(text)).to.deep.equal(expected);
  });

  it('EXT-13: a picture with too many pixels is no page that is read', async () => {
    const wanted = { mimeType: 'image/png' as const };

    const long = await read(blankPage(10_001, 10).toBuffer('image/png'), wanted);
    const most = await read(blankPage(10_000, 10).toBuffer('image/png'), wanted);

    expect([long.pagesFailed, long.pages]).to.deep.equal([1, []]);
    expect([most.pagesFailed, most.pages.map(({ method }) => method)]).to.deep.equal([0, ['ocr']]);
  });

  it('a scan that lies on its side is read as well', async () => {
    const wanted = { mimeType: 'image/png' as const };

    const text = await read(scannedPng(certificate, 90), wanted);

    expect(said(text)).to.include.members(expected.slice(0, 3));
  });

  for (const turnedBy of [90, 180, 270])
    it(`a scan with many short words, turned by ${turnedBy} degrees, is read as well`, async () => {
      const wanted = { mimeType: 'image/png' as const };

      const text = await read(scannedPng([...certificate, ...prose], turnedBy), wanted);

      expect(said(text)).to.include.members(expected.slice(0, 3));
    });

  it('EXT-10: plain texts are read as lines without places', async () => {
    const text = await read(Buffer.from('Vertrag\n\nGültig bis: 28.02.2027\n'), { mimeType: 'text/plain' });

    expect(proposed(text)).to.deep.include.members([
      {
        kind: 'expiration_date',
        value: '2027-02-28',
        precision: 'day',
        page: null,
        line: 2,
        boundingBox: null,
        quote: 'Gültig bis: 28.02.2027',
        method: 'text_layer',
        label: 'gültig bis',
        ambiguous: false,
        alternatives: [],
        confidence: 0.95,
      },
    ]);
  });

  it('EXT-1: evidence names the versions that are installed', () => {
    const root = join(import.meta.dirname, '../../../..');
    for (const named of Object.values(engineVersions)) {
      const [library = '', version] = named.split(' ');
      const manifest = readFileSync(join(root, 'node_modules', library, 'package.json'), 'utf8');
      expect(JSON.parse(manifest).version, library).to.equal(version);
    }
    expect(execFileSync(process.execPath, ['--version'], { encoding: 'utf8' })).to.match(/^v/);
  });
});
