import type { lifecycle } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { proposalsIn } from '../../../core/src/lifecycle/extraction/rules/proposals.ts';
import { EnginePool } from '../pool/engine-pool.ts';
import { PooledTextExtractor } from './pooled-text-extractor.ts';
import type { GreyImage } from './recognition.ts';
import { scannedGrey } from './testing/drawn-pages.ts';
import { heicOf } from './testing/heic.ts';
import { lockedParts, openDocument, openDocumentText } from './testing/office-texts.ts';
import { type TiffFrame, tiffOf } from './testing/tiffs.ts';
import { mirrored, turned } from './turned-images.ts';

const certificate = [
  'CERTIFICATE OF INSURANCE',
  'Policy number: PL-2026-00431',
  'Issued on 1 March 2026 in Hamburg, for the account of Messrs. Willis & Mill',
  'Expiration date: 02/28/2027',
];
const expected = ['policy_number PL-2026-00431', 'issue_date 2026-03-01', 'expiration_date 2027-02-28'];

describe('the text of OpenDocument, RTF and pictures of scanners and telephones', () => {
  // The loader of TypeScript, which no package of ours needs, takes some hundred MiB for the libraries that it rewrites.
  const pool = new EnginePool({ processes: 1, limits: { memoryMebibytes: 1024 } });
  const extractor = new PooledTextExtractor(pool, { languageFolder: null, recognizes: true });
  after(() => pool.close(0));

  const read = (
    file: Uint8Array,
    mimeType: lifecycle.ExtractableType,
    wanted: Partial<lifecycle.TextToExtract> = {},
  ) =>
    extractor.extract(contentInMemory(file), {
      mimeType,
      pages: { from: 1, to: 50 },
      ocr: 'auto',
      languages: ['en'],
      reference: '2026-01-15T00:00:00.000Z',
      ...wanted,
    });
  const linesOf = ({ pages }: lifecycle.ExtractedText) =>
    pages.flatMap(({ lines }) => lines.map(({ text }) => text));
  const said = ({ pages }: lifecycle.ExtractedText) =>
    proposalsIn(pages, { kinds: ['dates', 'identifiers'], dateOrder: 'dmy', asOf: '2026-11-23' }).map(
      ({ kind, value }) => `${kind} ${value}`,
    );

  describe('OpenDocument texts', () => {
    const odt = (file: Uint8Array) => read(file, openDocumentText);

    it('OPS-10: are read paragraph by paragraph, in tables, lists and notes too', async () => {
      const file = openDocument(
        '<text:h>Lease &amp; terms</text:h>' +
          '<text:p>Valid until<text:tab/><text:s text:c="2"/>15 April\n  2032<text:line-break/>at the latest</text:p>' +
          '<text:list><text:list-item><text:p>Policy number: <text:span>PL-2026</text:span>-00431</text:p></text:list-item></text:list>' +
          '<table:table><table:table-row><table:table-cell><text:p>Rent</text:p></table:table-cell><table:table-cell><text:p>900 €</text:p></table:table-cell></table:table-row></table:table>' +
          '<text:p>See<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The annex</text:p></text:note-body></text:note> below</text:p>' +
          '<text:p><![CDATA[<b>as it is</b>]]></text:p>',
      );

      const text = await odt(file);

      expect(linesOf(text)).to.deep.equal([
        'Lease & terms',
        'Valid until\t  15 April 2032',
        'at the latest',
        'Policy number: PL-2026-00431',
        'Rent',
        '900 €',
        'See',
        'The annex',
        'below',
        '<b>as it is</b>',
      ]);
      expect(text.pages.map(({ page, method }) => [page, method])).to.deep.equal([[null, 'text_layer']]);
      expect(said(text)).to.deep.equal(['expiration_date 2032-04-15', 'policy_number PL-2026-00431']);
    });

    it('OPS-10: are read without what was deleted in them and what somebody noted beside them', async () => {
      const file = openDocument(
        '<text:tracked-changes><text:changed-region><text:deletion><text:p>Struck out</text:p></text:deletion></text:changed-region></text:tracked-changes>' +
          '<text:p>Kept<office:annotation><text:p>Too dear</text:p></office:annotation></text:p>',
      );

      expect(linesOf(await odt(file))).to.deep.equal(['Kept']);
    });

    it('EXT-6: that take a password are not opened', async () => {
      const text = await odt(openDocument('<text:p>Nobody sees it</text:p>', '', [lockedParts]));

      expect(text).to.deep.include({ encrypted: true, pages: [], pagesFailed: 0 });
    });

    it('EXT-10: resolve no entity, neither of this machine nor one that grows', async () => {
      const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`);
      const prologue = `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd"><!ENTITY a0 "haha">${laughs.join('')}]>`;

      const text = await odt(openDocument('<text:p>Lease &file;</text:p><text:p>&a9;</text:p>', prologue));

      expect(JSON.stringify(text).length).to.be.lessThan(500);
      expect(JSON.stringify(text)).to.not.match(/root:|haha/);
    });

    it('EXT-6: that say more than 32 MiB, lie too deep, or are no archive, are counted as failed', async () => {
      const bomb = openDocument(`<text:p>${'0'.repeat(33 * 1024 * 1024)}</text:p>`);
      const deep = openDocument('<text:span>'.repeat(20_000) + '</text:span>'.repeat(20_000));
      const broken = openDocument('<text:p>Lease</text:p>').subarray(0, 200);

      for (const file of [bomb, broken])
        expect(await odt(file)).to.deep.include({ pagesFailed: 1, pages: [] });
      expect(linesOf(await odt(deep))).to.deep.equal([]);
    });
  });

  describe('rich texts', () => {
    const rtf = (text: string) => read(Buffer.from(text, 'latin1'), 'application/rtf');

    it('OPS-10: are read as lines, without their fonts, colours, pictures and fields', async () => {
      const text = await rtf(
        String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1 Times;}}{\colortbl;\red255;}{\*\generator Words 1.0;}
{\info{\title Not the text}}{\header\pard Page one\par}
\pard\b Policy\b0  number: PL-2026-\~00431\par
Gesch\'e4ft \'96 M\'fcller\line Valid until 15 April 2032\par
{\field{\*\fldinst HYPERLINK "http://127.0.0.1:18080/"}{\fldrslt the annex}}\tab \{a\\b\}\par
{\pict\wmetafile8 0102030405}{\*\unknown hidden}\trowd Rent\cell 900\cell\row
}`,
      );

      expect(linesOf(text)).to.deep.equal([
        'Policy number: PL-2026-\u00a000431',
        'Geschäft – Müller',
        'Valid until 15 April 2032',
        'the annex\t{a\\b}',
        'Rent',
        '900',
      ]);
      expect(text.pages.map(({ page, method }) => [page, method])).to.deep.equal([[null, 'text_layer']]);
      expect(said(text)).to.include('expiration_date 2032-04-15');
    });

    it('OPS-10: say what they mean in Unicode, in the code pages of their fonts, and in those of two bytes', async () => {
      const text = await rtf(
        String.raw`{\rtf1\ansi\ansicpg1250{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}{\f3 D;}}` +
          String.raw`\f1\'c4\'ee\'e3\'ee\'e2\'ee\'f0\par\f2\'8c\'5f\'96\'f1\par\f3 Umow\'b9\par\f0` +
          String.raw`\u8364?900 \uc2\u8211--\uc1 caf\u233\'e9 {\uc0\u55357\u56832}\'80\par}`,
      );

      expect(linesOf(text)).to.deep.equal(['Договор', '契約', 'Umową', '€900 –café 😀€']);
    });

    it('OPS-10: skip as many bytes as a binary part has, whatever they look like', async () => {
      const text = await rtf(
        String.raw`{\rtf1 Before\par{\pict\bin9 }}}}{\par}}}after\par{\*\x\bin3 }}}}end\par}`,
      );

      expect(linesOf(text).join(' ')).to.match(/^Before/);
      expect(linesOf(await rtf(String.raw`{\rtf1 a{\*\x\bin3 }}}}b\par}`))).to.deep.equal(['ab']);
    });

    it('EXT-6: that are damaged are read as far as they go, and those that lie too deep are counted as failed', async () => {
      for (const damaged of [
        String.raw`{\rtf1 Lease\par`,
        String.raw`{\rtf1 Lease}}}}}`,
        '{\\rtf1 Lease\\',
        "{\\rtf1 Lease\\'",
      ])
        expect(linesOf(await rtf(damaged)), damaged).to.deep.equal(['Lease']);
      expect(await rtf(`{\\rtf1 ${'{'.repeat(5_000_000)}`)).to.deep.include({ pagesFailed: 1, pages: [] });
    });

    it('EXT-6: are read once from beginning to end, so that ten times as much takes ten times as long', async () => {
      const long = String.raw`{\rtf1 ` + String.raw`{\b Lease} \'e4\u228? `.repeat(200_000) + '}';

      const text = await rtf(long);

      expect(linesOf(text)[0]?.slice(0, 16)).to.equal('Lease ää Lease ä');
    });
  });

  describe('a TIFF', () => {
    const page = scannedGrey(certificate);
    const tiff = (frames: readonly TiffFrame[], leadsBack = false) =>
      read(tiffOf(frames, leadsBack), 'image/tiff');
    const blank: GreyImage = { width: 50, height: 40, shades: new Uint8Array(2000).fill(255) };

    it('EXT-14: has a page for each frame, however it is packed, all of them recognized', async () => {
      const text = await tiff([{ ...page, packing: 'zip' }, blank, { ...page, packing: 'runs' }]);

      expect(text.pages.map((one) => [one.page, one.method])).to.deep.equal([
        [1, 'ocr'],
        [2, 'ocr'],
        [3, 'ocr'],
      ]);
      expect(said(text)).to.deep.equal([...expected, ...expected]);
      expect(text).to.include({ pagesOcr: 3, pagesFailed: 0, isTruncated: false });
      const [first] = proposalsIn(text.pages, {
        kinds: ['identifiers'],
        dateOrder: 'dmy',
        asOf: '2026-11-23',
      });
      expect(first?.boundingBox?.y).to.be.within(0.1, 0.25);
    });

    it('EXT-6: is read as far as is wanted, and a frame that cannot be read is skipped and counted', async () => {
      const file = tiffOf([blank, { ...page, saysWidth: 10_001 }, page]);

      const text = await read(file, 'image/tiff', { pages: { from: 2, to: 3 } });
      const first = await read(file, 'image/tiff', { pages: { from: 1, to: 1 } });
      const broken = await read(Buffer.from('II*\0nothing'), 'image/tiff');

      expect(text).to.include({ pagesOcr: 1, pagesFailed: 1, isTruncated: false });
      expect(text.pages.map((one) => one.page)).to.deep.equal([3]);
      expect(said(text)).to.deep.equal(expected);
      expect([first.pages.map((one) => one.page), first.isTruncated]).to.deep.equal([[1], true]);
      expect(broken).to.deep.include({ pagesFailed: 1, pages: [] });
    });

    it('EXT-6: whose frames lead in a circle has each of them once', async () => {
      const text = await tiff([blank, blank], true);

      expect(text.pages.map((one) => one.page)).to.deep.equal([1, 2]);
    });

    it('EXT-14: is not recognized where nobody wants it, and has its pages then as well', async () => {
      const text = await read(tiffOf([page, blank]), 'image/tiff', { ocr: 'never' });

      expect(text.pages).to.deep.equal([
        { page: 1, method: 'text_layer', lines: [] },
        { page: 2, method: 'text_layer', lines: [] },
      ]);
    });

    const stored: readonly [number, (image: GreyImage) => GreyImage][] = [
      [2, mirrored],
      [3, (image) => turned(image, 2)],
      [4, (image) => mirrored(turned(image, 2))],
      [5, (image) => mirrored(turned(image, 1))],
      [6, (image) => turned(image, 3)],
      [7, (image) => mirrored(turned(image, 3))],
      [8, (image) => turned(image, 1)],
    ];
    for (const [orientation, lies] of stored)
      it(`EXT-13: is turned as orientation ${orientation} says before it is read`, async () => {
        const text = await tiff([{ ...lies(page), orientation }]);

        expect(said(text)).to.deep.equal(expected);
        const [policy] = proposalsIn(text.pages, {
          kinds: ['identifiers'],
          dateOrder: 'dmy',
          asOf: '2026-11-23',
        });
        expect(policy?.boundingBox?.y).to.be.within(0.1, 0.25);
      });
  });

  describe('a picture of a telephone', () => {
    const whole = scannedGrey(certificate);
    // Such pictures of a test are made of blocks of 32 points.
    const [width, height] = [1216, 448];
    const page: GreyImage = {
      width,
      height,
      shades: Uint8Array.from(
        { length: width * height },
        (_, at) => whole.shades[Math.floor(at / width) * whole.width + (at % width)] ?? 255,
      ),
    };
    const heic = (file: Uint8Array) => read(file, 'image/heic');

    it('EXT-13: is one page, read as it is shown, with boxes that hold what was found', async () => {
      const upright = await heic(heicOf(page));
      const turnedBack = await heic(heicOf(turned(page, 1), 1));

      expect(said(upright)).to.deep.equal(expected);
      expect(turnedBack.pages).to.deep.equal(upright.pages);
      expect(upright).to.include({ pagesOcr: 1, pagesFailed: 0, isTruncated: false });
      expect(upright.pages.map((one) => [one.page, one.method])).to.deep.equal([[1, 'ocr']]);
    });

    it('EXT-6: is counted as failed if it is none, or has more points than are read', async () => {
      const line: GreyImage = { width: 10_016, height: 32, shades: new Uint8Array(10_016 * 32) };
      const none = heicOf({ width: 32, height: 32, shades: new Uint8Array(1024) }).subarray(0, 200);

      for (const file of [heicOf(line), none])
        expect(await heic(file)).to.deep.include({ pagesFailed: 1, pages: [] });
    });
  });
});
