import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { disclosureCatalogContract } from '@chancery/core/testing';
import { expect } from 'chai';
import { builtInDisclosures } from './built-in-disclosures.ts';
import { parseDisclosures, readDisclosureFile } from './disclosure-file.ts';
import { versionedDisclosures } from './versioned-disclosures.ts';

const own = [
  { version: '2027-01', texts: { en: 'First', de: 'Erste' } },
  { version: '2027-02', texts: { en: 'Second', de: 'Zweite', 'pt-BR': 'Segunda' } },
];
const parsed = (content: unknown) => () => parseDisclosures(Buffer.from(JSON.stringify(content)));

disclosureCatalogContract('that comes with Chancery', () => versionedDisclosures(builtInDisclosures));
disclosureCatalogContract('of a file', () => versionedDisclosures(own, builtInDisclosures));

describe('the disclosures that come with Chancery', () => {
  // 15 USC 7001(c)(1)(B) and (C): what must stand in such a text.
  const subjects: readonly (readonly [string, RegExp, RegExp])[] = [
    ['the scope of the agreement', /covers this document alone/, /gilt nur für dieses Dokument/],
    ['the right to paper', /on paper/, /auf Papier/],
    ['what paper costs', /charges you nothing/, /berechnet Ihnen nichts/],
    ['how to withdraw, and what follows', /withdraw at any time/, /jederzeit zurücknehmen/],
    ['how an address is put right', /write to the sender, who can correct it/, /er kann sie berichtigen/],
    [
      'hardware and software',
      /current version of a usual browser/,
      /aktuelle Version eines üblichen Browsers/,
    ],
    ['how to get copies', /open for 30 days/, /30 Tage lang offen/],
    ['that the person can read such files', /can open, keep and print PDF files/, /PDF-Dateien öffnen/],
  ];
  for (const [subject, inEnglish, inGerman] of subjects)
    it(`SIG-33: say in both languages: ${subject}`, () => {
      const catalog = versionedDisclosures(builtInDisclosures);

      expect(catalog.current(['en']).text).to.match(inEnglish);
      expect(catalog.current(['de']).text).to.match(inGerman);
    });

  it('never change once they were released, because evidence names their digests', () => {
    const digests = builtInDisclosures.map(({ version, texts }) => [
      version,
      ...Object.entries(texts).map(
        ([language, text]) => `${language} ${createHash('sha256').update(text, 'utf8').digest('hex')}`,
      ),
    ]);

    expect(digests).to.deep.equal([
      [
        '2026-11',
        'en 9b1d49b3cb11844da296ef9f00a8f549e1892c8beddaa4330fa6e0083812905d',
        'de 0836e4963d5eaad9553539e181b8d29f3c2c7e10bde2f41ded5d2c69bff69cf2',
      ],
    ]);
  });
});

describe('a file with disclosures', () => {
  it('gives its newest text, and its earlier ones and those of Chancery by their versions', () => {
    const catalog = versionedDisclosures(own, builtInDisclosures);

    expect(catalog.current(['pt-br']).text).to.equal('Segunda');
    expect(catalog.text('2027-01', ['de'])?.text).to.equal('Erste');
    expect(catalog.text('2026-11', ['de'])?.language).to.equal('de');
  });

  it('is read as JSON in UTF-8', () => {
    const folder = mkdtempSync(join(tmpdir(), 'disclosures-'));
    const path = join(folder, 'disclosures.json');
    writeFileSync(path, JSON.stringify(own));
    expect(readDisclosureFile(path)).to.deep.equal(own);

    writeFileSync(path, Buffer.alloc(1024 * 1024 + 1, ' '));
    expect(() => readDisclosureFile(path)).to.throw(TypeError, 'larger than 1 MiB');
    rmSync(folder, { recursive: true });
  });

  for (const [what, content, sentence] of [
    ['no list', {}, 'no list with at least one version'],
    ['an empty list', [], 'no list with at least one version'],
    ['no version', [{ texts: { en: 'x' } }], 'Entry 1 of the disclosure file needs a version'],
    ['a version with a blank', [{ version: 'a b', texts: { en: 'x' } }], 'Entry 1 of the disclosure file'],
    ['no texts', [own[0], { version: '2' }], 'Entry 2 of the disclosure file needs texts'],
    ['no English', [{ version: '1', texts: { de: 'x' } }], 'needs an English text'],
    ['an empty text', [{ version: '1', texts: { en: ' ' } }], 'not empty for en'],
    ['something that is no language', [{ version: '1', texts: { en: 'x', '?': 'y' } }], 'for ?'],
    ['a version twice', [own[0], own[0]], 'has a version twice'],
  ] as const)
    it(`is refused with a sentence that says why if it has ${what}`, () => {
      expect(parsed(content)).to.throw(TypeError, sentence);
    });

  it('is refused if it is no JSON, or no UTF-8', () => {
    for (const bytes of [Buffer.from('{'), Buffer.from([0xff])])
      expect(() => parseDisclosures(bytes)).to.throw(TypeError, 'no JSON in UTF-8');
  });
});
