import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigurationError } from '../configuration-error.ts';
import { openDisclosures } from './disclosures.ts';

describe('CHANCERY_DISCLOSURE_FILE', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosures-'));
  });
  after(() => rmSync(folder, { recursive: true }));
  const file = (content: string) => {
    const disclosureFile = join(folder, 'disclosures.json');
    writeFileSync(disclosureFile, content);
    return { disclosureFile };
  };

  it('SIG-33: names the texts that are shown; without it they are those of the product', () => {
    const own = openDisclosures(file('[{"version": "own-1", "texts": {"en": "Ours", "de": "Unserer"}}]'));
    const usual = openDisclosures({ disclosureFile: null }).current(['en']);

    expect(own.current(['de-AT'])).to.include({ version: 'own-1', language: 'de', text: 'Unserer' });
    expect(own.text(usual.version, ['en'])).to.deep.equal(usual);
  });

  it('stops the start with a sentence if the file is wrong, or is not there', () => {
    expect(() => openDisclosures(file('[]'))).to.throw(
      ConfigurationError,
      'no list with at least one version',
    );
    expect(() => openDisclosures({ disclosureFile: join(folder, 'none.json') })).to.throw(
      ConfigurationError,
      'CHANCERY_DISCLOSURE_FILE: It cannot be read.',
    );
  });
});
