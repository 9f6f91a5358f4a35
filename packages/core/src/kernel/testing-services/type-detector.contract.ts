import { expect } from 'chai';
import { isAccepted, mediaTypeOf } from '../../uploads/accepted-types.ts';
import { type ByteSource, beginningBytes, type TypeDetector } from '../ports.ts';
import { anOfficeDocument, aZip, sampleFiles } from '../testing/sample-files.ts';

const mebibyte = 1024 * 1024;

/** Holds every promise of `TypeDetector`. */
export function typeDetectorContract(adapterName: string, detector: TypeDetector): void {
  describe(`TypeDetector on ${adapterName}`, () => {
    const detected = async (bytes: Uint8Array, fileName = 'file') => {
      const type = await detector.detect(sourceOf(bytes), fileName);
      return type.kind === 'known' ? mediaTypeOf(type.mimeType) : type.kind;
    };

    for (const [mimeType, { fileName, bytes }] of Object.entries(sampleFiles)) {
      it(`UPL-8: knows ${mimeType} by its bytes`, async () => {
        expect(await detected(bytes, fileName)).to.equal(mimeType);
        expect(isAccepted('record_attachment', mimeType)).to.equal(true);
        // Only between kinds of text does the name decide.
        if (!/^text|^message/.test(mimeType)) expect(await detected(bytes, 'wrong.txt')).to.equal(mimeType);
      });

      it(`UPL-8: says of the beginning of ${mimeType} what it says of the whole, or nothing`, async () => {
        const beginning = await detector.detectBeginning(bytes.subarray(0, beginningBytes));
        if (/^text|^message|officedocument|opendocument/.test(mimeType)) expect(beginning).to.equal(null);
        else expect(beginning).to.deep.equal(await detector.detect(sourceOf(bytes), fileName));
      });
    }

    it('CNT-1: a document is of one of fourteen types, decided from its bytes, whatever its name says', async () => {
      const names = ['report.pdf', 'report.exe', 'report.docm', 'report'];
      const accepted: string[] = [];
      for (const [mimeType, { fileName, bytes }] of Object.entries(sampleFiles)) {
        if (isAccepted('document', await detected(bytes, fileName))) accepted.push(fileName);
        // A table and a mail are texts that only their names tell apart.
        const isText = /^text|^message/.test(mimeType);
        for (const name of names)
          expect(await detected(bytes, name), `${fileName} as ${name}`).to.equal(
            isText ? 'text/plain' : mimeType,
          );
      }
      const types = 'pdf docx xlsx pptx odt ods odp rtf txt csv png jpg tif heic'.split(' ');
      expect(accepted).to.deep.equal(types.map((type) => `a.${type}`));
    });

    it('UPL-8: a PDF that is a ZIP is a ZIP, and a ZIP of nothing known is no document', async () => {
      const zip = aZip([{ name: 'a.txt', content: 'hello' }]);
      expect(await detected(zip, 'report.pdf')).to.equal('application/zip');
      expect(isAccepted('document', 'application/zip')).to.equal(false);
    });

    it('CNT-2: a PDF begins at the first byte', async () => {
      for (const prefix of ['GIF89a\0', '<html>', 'x', '\n'])
        expect(await detected(Buffer.from(`${prefix}%PDF-1.7\n\0`, 'latin1')), prefix).not.to.equal(
          'application/pdf',
        );
    });

    it('CNT-3: text is strict UTF-8 without control characters, to its end', async () => {
      const long = 'An ordinary line.\n'.repeat(20_000);
      expect(await detected(Buffer.from(`\ufeff${long}\ttabbed\r\n\f`))).to.equal('text/plain');
      for (const tail of ['\0', '\x07', '\x1b[31m', '\x7f', '\x9f', '\xff\xfe'])
        expect(await detected(Buffer.from(long + tail, 'latin1')), JSON.stringify(tail)).not.to.equal(
          'text/plain',
        );
      expect(await detected(Buffer.from('caf\xe9', 'latin1'))).not.to.equal('text/plain');
      expect(await detected(Buffer.from('\ufeffabc', 'utf16le'))).not.to.equal('text/plain');
      // Cut in the middle of a character.
      expect(await detected(Buffer.from('Grüße').subarray(0, 3))).not.to.equal('text/plain');
    });

    it('CNT-3: two letters that begin a text are no picture and no program', async () => {
      for (const start of ['BM,amount', 'MZ is short for', 'GIF89a is a format', 'ID3 tags'])
        expect(await detected(Buffer.from(`${start}\n1,2\n`), 'a.csv'), start).to.equal('text/csv');
    });

    it('CNT-3: text that begins like a page, a drawing or a script is refused', async () => {
      for (const start of [
        '<!DOCTYPE html>',
        '<html>',
        '<svg xmlns="x">',
        '<?xml version="1.0"?>',
        '<script>',
        '<!-- x -->',
        '<a>',
      ])
        expect(await detected(Buffer.from(` \n\t${start} rest`), 'a.txt'), start).to.equal('unknown');
      expect(await detected(Buffer.from('<3 is a heart'))).to.equal('text/plain');
    });

    it('UPL-8: says nothing of a text whose beginning ends within a character', async () => {
      expect(await detector.detectBeginning(Buffer.from('Grüße').subarray(0, 3))).to.equal(null);
      expect(await detector.detectBeginning(Buffer.from('caf\xe9 noir', 'latin1'))).to.deep.equal({
        kind: 'unknown',
      });
    });

    it('UPL-8: an e-mail begins with header lines; without them it is a text', async () => {
      expect(await detected(Buffer.from('Dear Ada,\n\nFrom: nobody\n'), 'a.eml')).to.equal('text/plain');
      expect(await detected(Buffer.from('Note: this is a text\n\nof mine\n'), 'a.txt')).to.equal(
        'text/plain',
      );
    });

    it('CNT-4: macros are in no list, whatever the name', async () => {
      const kind = 'wordprocessingml.document';
      const enabled = 'application/vnd.ms-word.document.macroEnabled.main+xml';
      expect(
        await detected(anOfficeDocument(kind, [{ name: 'word/vbaProject.bin', content: 'x' }])),
      ).to.equal('unknown');
      expect(await detected(anOfficeDocument(kind, [], enabled), 'a.docx')).to.equal('unknown');
    });

    for (const [what, entry] of [
      ['an absolute name', { name: '/etc/passwd', content: 'x' }],
      ['a name that leads up', { name: 'a/../../b', content: 'x' }],
      ['a name with backslashes', { name: '..\\b', content: 'x' }],
      ['a drive', { name: 'C:/b', content: 'x' }],
      ['an encrypted entry', { name: 'a', content: 'x', encrypted: true }],
      ['two names for one entry', { name: 'a', content: 'x', lies: { localName: 'b' } }],
      [
        'a bomb that says it is small',
        { name: 'a', content: Buffer.alloc(40 * mebibyte), deflated: true, lies: { sizeBytes: 10 } },
      ],
    ] as const) {
      it(`CNT-4: an archive with ${what} is not opened`, async () => {
        expect(await detected(anOfficeDocument('wordprocessingml.document', [entry]))).to.equal(
          'unsafe_archive',
        );
      });
    }

    it('CNT-4: 10,000 entries are walked, one more is not', async () => {
      const entries = (count: number) =>
        aZip(Array.from({ length: count }, (_, index) => ({ name: `${index}`, content: '' })));
      expect(await detected(entries(10_000))).to.equal('application/zip');
      expect(await detected(entries(10_001))).to.equal('unsafe_archive');
    });

    it('CNT-4: a gibibyte may expand, not more, though every entry is modest', async () => {
      // 6 MiB that deflate by less than 200:1, in entries that lie over one another's bytes would not do: each is its own.
      const chunk = Buffer.alloc(8 * mebibyte);
      for (let at = 0; at < chunk.length; at += 200) chunk[at] = (at * 7919) % 256;
      const entry = (index: number) => ({ name: `${index}`, content: chunk, deflated: true });
      const entries = Array.from({ length: 129 }, (_, index) => entry(index));
      expect(await detected(aZip(entries))).to.equal('unsafe_archive');
    });

    it('CNT-4: a damaged archive is not opened', async () => {
      const whole = anOfficeDocument('wordprocessingml.document');
      const flipped = Buffer.from(whole);
      flipped.fill(0xff, 60, 90);
      expect(await detected(whole.subarray(0, whole.length - 30))).to.equal('unsafe_archive');
      expect(await detected(flipped)).to.equal('unsafe_archive');
    });

    it('says of programs and of nothing at all that they are not taken', async () => {
      for (const bytes of [
        Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
        Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'),
      ]) {
        const type = await detected(Buffer.concat([bytes, Buffer.alloc(600)]));
        expect(isAccepted('record_attachment', type)).to.equal(false);
        const whole = Buffer.concat([bytes, Buffer.alloc(600)]);
        expect(await detector.detectBeginning(whole)).to.deep.equal(
          await detector.detect(sourceOf(whole), 'file'),
        );
      }
      expect(await detected(Buffer.from([0, 1, 2, 3]))).to.equal('unknown');
    });
  });
}

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  sizeBytes: bytes.byteLength,
  async read({ start, end } = { start: 0, end: bytes.byteLength }) {
    return inParts(bytes.subarray(start, end));
  },
});

async function* inParts(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += 50_001) yield bytes.subarray(at, at + 50_001);
}
