import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect } from 'chai';
import { runExtraction } from './run-extraction.ts';
import { commandText } from './testing/host-command.ts';
import { verifyMrz } from './verify-mrz.ts';

const [names, numbers] = [
  'P<AUTWEBER<<LENA<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
  'K7Q2W9X4Z4AUT7408122F3204153<<<<<<<<<<<<<<<8',
];

describe('lifecycle verify-mrz', () => {
  const verified = (text: string, given: object = {}) =>
    commandText(() => verifyMrz({ file: '-', asOf: '2026-11-23', ...given }, Readable.from([text])));

  it('IDV-3: says what a zone amounts to, and ends with 0 if it agrees with itself and 1 if it does not', async () => {
    const sound = await verified(`${names}\n${numbers}\n`);
    const late = await verified(`${names}\r\n${numbers}`, { asOf: '2033-01-01' });
    const broken = await verified(`${names}\n${numbers.replace('740812', '740813')}`);

    expect(sound.code).to.equal(0);
    expect(JSON.parse(sound.out)).to.deep.equal({
      outcome: 'verified',
      assurance: 'mrz_consistency',
      format: 'TD3',
      fields: {
        documentCode: 'P',
        issuingState: 'AUT',
        nationality: 'AUT',
        surname: 'WEBER',
        givenNames: 'LENA',
        documentNumberMasked: '******X4Z',
        birthDate: '1974-08-12',
        sex: 'F',
        expiryDate: '2032-04-15',
      },
      checks: ['documentNumber', 'birthDate', 'expiryDate', 'personalNumber', 'composite'].map((name) => ({
        name,
        ok: true,
      })),
      findings: [],
      asOf: '2026-11-23',
    });
    expect([late.code, JSON.parse(late.out).outcome]).to.deep.equal([0, 'expired']);
    expect([broken.code, JSON.parse(broken.out).outcome]).to.deep.equal([1, 'invalid_document']);
  });

  it('IDV-2, IDV-7: repairs no line, and repeats none', async () => {
    for (const [lines, exitCode] of [
      [`${names}\n${numbers}`, 0],
      [`${names.toLowerCase()}\n${numbers}`, 2],
      [`${names}\n${numbers.slice(1)}`, 2],
      ['', 2],
    ] as const) {
      const { code, out, said } = await verified(lines);
      expect(code).to.equal(exitCode);
      expect(out + said).not.to.match(/K7Q2W9X4Z|WEBER<<LENA/i);
    }
    expect((await verified(names, { asOf: 'soon' })).said).to.include('--as-of');
    expect((await verified(names, { file: '/nowhere' })).said).to.include('The file cannot be read.');
  });
});

describe('extraction run', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chancery-'));
  });
  after(() => rm(folder, { recursive: true }));
  const extracted = async (name: string, text: string, given: object = {}) => {
    await writeFile(join(folder, name), text);
    return commandText(() => runExtraction({}, { file: join(folder, name), ...given }));
  };

  it('says what an extraction would propose of a file, and keeps nothing', async () => {
    const { code, out } = await extracted(
      'certificate.txt',
      'Policy number: PL-2026-00431\nGültig bis 02/03/2027\n',
      { languages: 'de,en' },
    );
    const american = await extracted('other.txt', 'Expiration date: 02/03/2027', { monthFirst: true });

    expect(code).to.equal(0);
    const { evidence, ...counts } = JSON.parse(out);
    expect(counts).to.deep.equal({
      mimeType: 'text/plain',
      pagesProcessed: 1,
      pagesOcr: 0,
      pagesFailed: 0,
      missesLanguage: false,
      isTruncated: false,
    });
    const told = (all: { kind: string; value: string; alternatives: string[] }[]) =>
      all.map(({ kind, value, alternatives }) => [kind, value, alternatives]);
    expect(told(evidence)).to.deep.equal([
      ['policy_number', 'PL-2026-00431', []],
      ['expiration_date', '2027-03-02', ['2027-02-03']],
    ]);
    expect(told(JSON.parse(american.out).evidence)).to.deep.equal([
      ['expiration_date', '2027-02-03', ['2027-03-02']],
    ]);
  });

  it('says in a sentence what it cannot read', async () => {
    const kinds = await extracted('picture.svg', '<svg/>');
    const wrong = await extracted('a.txt', 'words', { ocr: 'perhaps' });
    const unknown = await extracted('a.txt', 'words', { languages: 'Deutsch' });
    const gone = await commandText(() => runExtraction({}, { file: join(folder, 'nowhere.pdf') }));

    expect([kinds, wrong, unknown, gone].map(({ code, said }) => [code, said])).to.deep.equal([
      [2, 'chancery: The file is of a kind that has no text.\n'],
      [2, 'chancery: --ocr: give auto, never, always.\n'],
      [2, 'chancery: --languages: give primary tags, such as de,en.\n'],
      [2, 'chancery: The file cannot be read.\n'],
    ]);
  });
});
