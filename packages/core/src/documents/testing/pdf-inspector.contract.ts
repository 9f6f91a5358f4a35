import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { ByteSource } from '../../kernel/ports.ts';
import { contentInMemory } from '../../kernel/stored-content.ts';
import { type ContentFlag, contentFlags, type DocumentPage, type PdfInspector } from '../pdf-inspector.ts';
import {
  aDeflatedPdfStream,
  aPdfLetter,
  aPdfStream,
  type LetterParts,
  objectStreamContent,
  pdfOf,
  withRevision,
} from './a-pdf.ts';
import { hostilePdfs, hugeImagePdf } from './hostile-pdfs.ts';

const letterPage: DocumentPage = { width: 612, height: 792, rotation: 0, cropBox: [0, 0, 612, 792] };

/** What each flag is known by (CNT-5): an object that has it, and nothing else. */
const knownBy: readonly (readonly [ContentFlag, string])[] = [
  ['javascript', '<< /S /JavaScript >>'],
  ['javascript', '<< /S /URI /JS (app.alert(1)) >>'],
  ['javascript', '<< /JavaScript << /Names [] >> >>'],
  ['launch', '<< /S /Launch /F (cmd.exe) >>'],
  ['open_action', '<< /OpenAction [3 0 R /Fit] >>'],
  ['open_action', '<< /AA << >> >>'],
  ['embedded_files', '<< /EmbeddedFiles << /Names [] >> >>'],
  ['embedded_files', '<< /Subtype /FileAttachment >>'],
  ['rich_media', '<< /Subtype /RichMedia >>'],
  ['rich_media', '<< /Subtype /Movie >>'],
  ['rich_media', '<< /S /Sound >>'],
  ['rich_media', '<< /S /Rendition >>'],
  ['xfa', '<< /XFA [] >>'],
  ['acroform', '<< /AcroForm << /Fields [] >> >>'],
  ['external_reference', '<< /S /SubmitForm >>'],
  ['external_reference', '<< /S /ImportData >>'],
  ['external_reference', '<< /S /GoToE >>'],
  ['external_reference', '<< /S /GoToR >>'],
];

const signature = '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>';

/** Holds every promise of `PdfInspector`. */
export function pdfInspectorContract(adapterName: string, inspector: PdfInspector): void {
  describe(`PdfInspector on ${adapterName}`, () => {
    const inspected = (bytes: Uint8Array) => inspector.inspect(contentInMemory(bytes));
    const flagsOf = async (bytes: Uint8Array) => (await inspected(bytes)).flags;
    const letterFlags = (parts: LetterParts) => flagsOf(aPdfLetter(parts));

    it('CNT-5: a letter has a page and no flag, with either kind of table', async () => {
      for (const packed of [[], [1, 2, 3]])
        expect(await inspected(aPdfLetter({ packed }))).to.deep.equal({ pages: [letterPage], flags: [] });
    });

    for (const [flag, object] of knownBy)
      it(`CNT-5: ${flag} is found by ${object}, wherever it stands`, async () => {
        const inObjectStream = { objects: { 5: object }, packed: [5] };
        expect(await letterFlags({ objects: { 5: object } }), 'an object').to.deep.equal([flag]);
        expect(await letterFlags(inObjectStream), 'in an object stream').to.deep.equal([flag]);
        expect(
          await letterFlags({ objects: { 5: `[[null << /Deep ${object} >>]]` } }),
          'within another',
        ).to.deep.equal([flag]);
        expect(
          await letterFlags({ objects: { 5: aPdfStream(`/Deep ${object}`, 'x') } }),
          'in the dictionary of a stream',
        ).to.deep.equal([flag]);
      });

    it('CNT-5: a name is the same however it is written', async () => {
      expect(await letterFlags({ objects: { 5: '<< /#4a#53 (x) /S /Java#53cript >>' } })).to.deep.equal([
        'javascript',
      ]);
    });

    it('CNT-5: what is text, or is written in a page, is no name', async () => {
      const objects = { 5: '(/JS /Launch /XFA)', 6: aPdfStream('', '/JavaScript gs /OpenAction') };
      expect(await letterFlags({ objects })).to.deep.equal([]);
    });

    it('CNT-5: flags are shown once each, in their order', async () => {
      const objects = Object.fromEntries(knownBy.map(([, object], index) => [index + 5, object]));
      expect(await letterFlags({ objects })).to.deep.equal(
        contentFlags.filter((flag) => knownBy.some(([known]) => known === flag)),
      );
    });

    it('CNT-5: objects that another reader could find are visited too', async () => {
      const script = '9 0 obj\n<< /S /JavaScript >>\nendobj\n';
      for (const [where, bytes] of Object.entries({
        'in the content of a stream': aPdfLetter({ objects: { 5: aPdfStream('', `\n${script}`) } }),
        'in a text': aPdfLetter({ objects: { 5: `( ${script} )` } }),
        'in a comment': aPdfLetter({ objects: { 5: `% 9 0 obj << /S /JavaScript >>\nnull` } }),
        'after a comment': aPdfLetter({ objects: { 5: 'null endobj 9 0 % hidden\nobj << /JS (x) >>' } }),
        'after the end': Buffer.concat([aPdfLetter(), Buffer.from(script)]),
        'in an object stream that does not say so': aPdfLetter({
          objects: { 5: withoutType({ 9: '<< /S /JavaScript >>' }) },
        }),
        'replaced by a later one': withRevision(aPdfLetter({ objects: { 5: '<< /JS (x) >>' } }), {
          objects: { 5: 'null' },
        }),
        'replacing an earlier one': withRevision(aPdfLetter({ objects: { 5: 'null' } }), {
          objects: { 5: '<< /JS (x) >>' },
        }),
      }))
        expect(await inspected(bytes), where).to.deep.equal({ pages: [letterPage], flags: ['javascript'] });
    });

    it('CNT-5: what looks like an object where no reader asks for one is no damage', async () => {
      const objects = { 5: aPdfStream('', 'say 7 0 obj and go'), 6: '% 8 0 obj (\nnull' };
      expect(await inspected(aPdfLetter({ objects }))).to.deep.equal({ pages: [letterPage], flags: [] });
    });

    it('CNT-5: a field of type Sig with a value is a signature, wherever it has them from', async () => {
      for (const [what, objects] of Object.entries({
        'both its own': { 5: '<< /FT /Sig /V 6 0 R >>', 6: signature },
        'the value within': { 5: `<< /FT /Sig /V ${signature} >>` },
        'the type of its parent': { 5: '<< /FT /Sig >>', 6: '<< /Parent 5 0 R /V 7 0 R >>', 7: signature },
        'the value of its parent': { 5: '<< /V 7 0 R >>', 6: '<< /Parent 5 0 R /FT /Sig >>', 7: signature },
        'a field within a list': { 5: `[<< /FT /Sig /V ${signature} >>]` },
      })) {
        expect(await letterFlags({ objects }), what).to.deep.equal(['signed']);
        const packed = Object.keys(objects).map(Number);
        expect(await letterFlags({ objects, packed }), `${what}, packed`).to.deep.equal(['signed']);
      }
    });

    it('CNT-5: a field to sign is no signature, and neither is a field of another type', async () => {
      for (const [what, objects] of Object.entries({
        'without a value': { 5: '<< /FT /Sig /T (Here) >>' },
        'a value that is null': { 5: '<< /FT /Sig /V null >>', 6: '<< /FT /Sig /V 7 0 R >>', 7: 'null' },
        'a value that is not there': { 5: '<< /FT /Sig /V 99 0 R >>' },
        'a text': { 5: '<< /FT /Tx /V (Ada) >>' },
        'a text below a field to sign': { 5: '<< /FT /Sig >>', 6: '<< /Parent 5 0 R /FT /Tx /V (Ada) >>' },
        'no type': { 5: '<< /V (Ada) >>' },
      }))
        expect(await letterFlags({ objects }), what).to.deep.equal([]);
      const cleared = withRevision(aPdfLetter({ objects: { 5: `<< /FT /Sig /V ${signature} >>` } }), {
        objects: { 5: '<< /FT /Sig >>' },
      });
      expect(await flagsOf(cleared), 'a signature that was removed').to.deep.equal([]);
    });

    it('CNT-7: an encrypted PDF is not opened, and nothing is said of its pages', async () => {
      const encryption = '<< /Filter /Standard /V 2 /R 3 /O (x) /U (y) /P -4 >>';
      const sealed = aPdfStream('/Type /ObjStm /N 3 /First 20 /Filter /FlateDecode', 'what nobody can read');
      for (const parts of [
        { objects: { 5: encryption }, trailer: '/Root 1 0 R /Encrypt 5 0 R' },
        { objects: { 5: encryption, 6: sealed }, trailer: '/Root 1 0 R /Encrypt 5 0 R', packed: [3] },
        { trailer: `/Root 1 0 R /Encrypt ${encryption}` },
      ])
        expect(await inspected(aPdfLetter(parts))).to.deep.equal({ pages: null, flags: ['encrypted'] });
    });

    it('CNT-5: a file that cannot be parsed is damaged, and what was found in it stands', async () => {
      const whole = aPdfLetter({ objects: { 5: '<< /S /JavaScript >>', 6: '<< /Last true >>' } });
      const places = { 'its last object': 6, 'its page': 3, 'the first object': 1 };
      for (const [where, number] of Object.entries(places)) {
        const cut = whole.subarray(0, whole.indexOf(`${number} 0 obj`) + 12);
        const flags = number === 6 ? ['javascript', 'damaged'] : ['damaged'];
        expect(await inspected(cut), `cut in ${where}`).to.deep.equal({ pages: null, flags });
      }
      for (const [what, bytes] of Object.entries({
        'nothing but the head': Buffer.from('%PDF-1.7\n'),
        'no byte': Buffer.alloc(0),
        'no trailer': whole.subarray(0, whole.indexOf('xref')),
        'no page tree': pdfOf({ objects: { 1: '<< /Type /Catalog >>' } }),
        'a page that is not there': aPdfLetter({ tree: '/Kids [3 0 R 77 0 R]' }),
        'no page': pdfOf({ objects: { 1: '<< /Pages 2 0 R >>', 2: '<< /Kids [] >>' } }),
        'an object that is none': aPdfLetter({ objects: { 5: '<< /Broken' } }),
        'a stream without an end': aPdfLetter({ objects: { 5: '<< /Length 9 >> stream\nabc' } }).subarray(
          0,
          400,
        ),
        'an object stream that cannot be unpacked': aPdfLetter({
          objects: { 5: aPdfStream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', 'no deflated bytes') },
        }),
        'an object stream with a filter that nobody knows': aPdfLetter({
          objects: { 5: aPdfStream('/Type /ObjStm /N 1 /First 4 /Filter /Unheard', '9 0 null') },
        }),
        'an object stream without objects where it says so': aPdfLetter({
          objects: { 5: aPdfStream('/Type /ObjStm /N 2 /First 8 /Filter []', '9 0 8 5 null') },
        }),
      })) {
        const { pages, flags } = await inspected(bytes);
        expect([pages, flags.includes('damaged')], what).to.deep.equal([null, true]);
      }
    });

    it('CNT-5: a file is no more damaged than readers think: other tables, empty objects, lengths elsewhere', async () => {
      const broken = aPdfLetter();
      const table = broken.indexOf('xref');
      broken.fill('9', table + 30, table + 40);
      for (const [what, bytes] of Object.entries({
        'a broken table': broken,
        'objects in one line': Buffer.from(
          aPdfLetter({ tree: '/Title (50% off)' }).toString('latin1').replaceAll('\nendobj\n', ' endobj '),
          'latin1',
        ),
        'an empty object': aPdfLetter({ objects: { 5: '' } }),
        'a length that is wrong': aPdfLetter({
          objects: { 5: '<< /Length 3 >> stream\r\nabcdef\r\nendstream' },
        }),
        'a length that is an object of its own': aPdfLetter({
          objects: { 5: '<< /Length 6 0 R >> stream\nabcdef\nendstream', 6: '6' },
        }),
        'an object stream with its count elsewhere': aPdfLetter({
          objects: { 5: aPdfStream('/Type /ObjStm /N 6 0 R /First 4', '9 0 null'), 6: '1' },
        }),
        'two filters': aPdfLetter({
          objects: {
            5: aPdfStream(
              '/Type /ObjStm /N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]',
              `${deflatedHex('9 0 null')}>`,
            ),
          },
        }),
      }))
        expect(await inspected(bytes), what).to.deep.equal({ pages: [letterPage], flags: [] });
    });

    for (const lineEnd of ['\n', '\r\n', '\r'])
      it(`CNT-5: a stream is read to its end if its length is an object of its own and it holds words like its end, in lines that end by ${JSON.stringify(lineEnd)}`, async () => {
        const content = '9 0 << /T (a stream ends by\nendstream\nendobj) /S /JavaScript >>';
        const lines = [
          '<< /Type /ObjStm /N 1 /First 4 /Length 6 0 R >>',
          `stream${lineEnd === '\n' ? '\n' : '\r\n'}${content}`,
          'endstream',
        ];
        const objects = { 5: lines.join(lineEnd), 6: `${lineEnd}${content.length}${lineEnd}` };
        expect(await inspected(aPdfLetter({ objects }))).to.deep.equal({
          pages: [letterPage],
          flags: ['javascript'],
        });
      });

    const pageOf = async (page: string, tree = '', objects = {}) =>
      (await inspected(aPdfLetter({ page, tree, objects }))).pages?.[0] ?? null;

    it('CNT-13: a missing, empty, inverted or non-finite MediaBox is Letter', async () => {
      for (const box of [
        '',
        '/MediaBox null',
        '/MediaBox []',
        '/MediaBox [0 0 100]',
        '/MediaBox [0 0 0 0]',
        '/MediaBox [0 0 100 0]',
        '/MediaBox [100 100 0 0]',
        '/MediaBox [0 0 (wide) 100]',
        `/MediaBox [0 0 ${'9'.repeat(400)} 100]`,
        '/MediaBox 9 0 R',
        '/MediaBox << >>',
      ]) {
        const page = await pageOf(box);
        // A number that no machine holds cannot be parsed.
        if (box.length > 400) expect(page, box).to.equal(null);
        else expect(page, box).to.deep.equal(letterPage);
      }
    });

    it('CNT-13: a CropBox is cut to its MediaBox, and outside of it is the MediaBox', async () => {
      const media = '/MediaBox [10 20 210 320]';
      const cropped = async (box: string) => (await pageOf(`${media} /CropBox ${box}`))?.cropBox;
      for (const [said, is] of [
        ['[50 60 150 200]', [50, 60, 150, 200]],
        ['[0 0 100 100]', [10, 20, 100, 100]],
        ['[-1000 -1000 1000 1000]', [10, 20, 210, 320]],
        ['[300 300 400 400]', [10, 20, 210, 320]],
        ['[210 20 300 320]', [10, 20, 210, 320]],
        ['[150 200 50 60]', [10, 20, 210, 320]],
        ['[]', [10, 20, 210, 320]],
      ] as const)
        expect(await cropped(said), said).to.deep.equal(is);
    });

    it('CNT-13: a page under 1 or over 14,400 points makes the file damaged', async () => {
      const box = (width: number, height: number) => `/MediaBox [0 0 ${width} ${height}]`;
      for (const page of [box(14_400, 1), box(1, 14_400)])
        expect(await flagsOf(aPdfLetter({ page })), page).to.deep.equal([]);
      for (const page of [
        box(14_400.5, 100),
        box(100, 14_401),
        box(0.5, 100),
        box(100, 0.99),
        `${box(600, 600)} /CropBox [0 0 0.5 100]`,
      ])
        expect(await inspected(aPdfLetter({ page })), page).to.deep.equal({
          pages: null,
          flags: ['damaged'],
        });
      const cropped = `${box(20_000, 20_000)} /CropBox [0 0 100 100]`;
      expect(await flagsOf(aPdfLetter({ page: cropped })), cropped).to.deep.equal([]);
    });

    it('CNT-13: Rotate counts if it is a multiple of 90, and turns width and height', async () => {
      for (const [said, rotation] of [
        ['0', 0],
        ['90', 90],
        ['180', 180],
        ['270', 270],
        ['360', 0],
        ['450', 90],
        ['-90', 270],
        ['-720', 0],
        ['45', 0],
        ['90.5', 0],
        ['(90)', 0],
        ['null', 0],
      ] as const) {
        const [width, height] = rotation % 180 === 0 ? [200, 300] : [300, 200];
        expect(await pageOf(`/MediaBox [0 0 200 300] /Rotate ${said}`), said).to.deep.equal({
          width,
          height,
          rotation,
          cropBox: [0, 0, 200, 300],
        });
      }
    });

    it('CNT-13: pages have from the tree what they do not say, and come in its order', async () => {
      const file = pdfOf({
        objects: {
          1: '<< /Type /Catalog /Pages 2 0 R >>',
          2: '<< /Type /Pages /Kids 9 0 R /MediaBox 10 0 R /Rotate 90 >>',
          3: '<< /Type /Page >>',
          4: '<< /Type /Pages /Kids [5 0 R << /Type /Page /Rotate 0 >>] /CropBox [0 0 50 60] >>',
          5: '<< /Type /Page /MediaBox [0 0 30 40] >>',
          9: '[4 0 R 3 0 R 3 0 R]',
          10: '[0 0 11 0 R 200]',
          11: '100',
        },
      });
      expect((await inspected(file)).pages).to.deep.equal([
        { width: 40, height: 30, rotation: 90, cropBox: [0, 0, 30, 40] },
        { width: 50, height: 60, rotation: 0, cropBox: [0, 0, 50, 60] },
        { width: 200, height: 100, rotation: 90, cropBox: [0, 0, 100, 200] },
        { width: 200, height: 100, rotation: 90, cropBox: [0, 0, 100, 200] },
      ]);
    });

    it('CNT-13: the pages are those of the last revision', async () => {
      const wide = withRevision(aPdfLetter(), {
        objects: { 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 800 400] >>' },
        packed: [3],
      });
      expect((await inspected(wide)).pages?.map(({ width }) => width)).to.deep.equal([800]);
    });

    for (const [what, made] of Object.entries(hostilePdfs))
      it(`CNT-6: a PDF with ${what} is damaged`, async () => {
        expect(await inspected(made())).to.deep.equal({ pages: null, flags: ['damaged'] });
      });

    it('CNT-5: fields that are their own parents are no signature, and no damage', async () => {
      const objects = { 5: '<< /V 7 0 R /Parent 6 0 R >>', 6: '<< /Parent 5 0 R >>', 7: '7 0 R' };
      expect(await inspected(aPdfLetter({ objects }))).to.deep.equal({ pages: [letterPage], flags: [] });
    });

    it('CNT-6: an image of 65,535 by 65,535 is not drawn, and costs nothing', async () => {
      expect(await inspected(hugeImagePdf())).to.deep.equal({ pages: [letterPage], flags: [] });
    });

    it('CNT-6: a file larger than any memory is damaged, and is not read', async () => {
      let readings = 0;
      const content: ByteSource = {
        sizeBytes: 2 ** 40,
        read: () => {
          readings += 1;
          return Promise.reject(new Error('It was read'));
        },
      };

      expect(await inspector.inspect(content)).to.deep.equal({ pages: null, flags: ['damaged'] });
      expect(readings).to.equal(0);
    });

    it('fails as reading the bytes fails, and inspects the next file', async () => {
      const away = new Error('the store is away');
      const broken: ByteSource = { sizeBytes: 1000, read: () => Promise.reject(away) };

      expect(await inspector.inspect(broken).catch((error: unknown) => error)).to.equal(away);
      expect(await flagsOf(aPdfLetter())).to.deep.equal([]);
    });

    it('ends as its signal says', async () => {
      const stopped = new AbortController();
      const content: ByteSource = {
        sizeBytes: 1000,
        read: () => {
          stopped.abort(new Error('no longer wanted'));
          return new Promise(() => undefined);
        },
      };
      const refusal = await inspector.inspect(content, stopped.signal).catch(String);
      expect(refusal).to.equal('Error: no longer wanted');
    });
  });
}

const deflatedHex = (text: string): string => deflateSync(text).toString('hex');

function withoutType(objects: Readonly<Record<number, string>>): Buffer {
  const { entries, content } = objectStreamContent(objects);
  return aDeflatedPdfStream(entries.replace('/Type /ObjStm', ''), content);
}
