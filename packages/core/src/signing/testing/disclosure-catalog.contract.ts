import { expect } from 'chai';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { DisclosureCatalog } from '../disclosure-catalog.ts';

/** What every catalogue of disclosures holds. It has English and German texts in its newest version. */
export function disclosureCatalogContract(adapter: string, open: () => DisclosureCatalog): void {
  describe(`DisclosureCatalog ${adapter}`, () => {
    for (const [wanted, shown] of [
      [['de'], 'de'],
      [['de-CH'], 'de'],
      [['DE-at'], 'de'],
      [['fr', 'de-DE'], 'de'],
      [['en-GB', 'de'], 'en'],
      [['fr', 'it'], 'en'],
      [['d'], 'en'],
      [[], 'en'],
    ] as const)
      it(`SIG-33: shows ${shown} to who wants ${wanted.join(' or ') || 'nothing'}, and says so`, () => {
        const catalog = open();
        const current = catalog.current(wanted);

        expect(current.language).to.equal(shown);
        expect(catalog.text(current.version, wanted)).to.deep.equal(current);
      });

    it('names the digest of the text that it shows', () => {
      const { text, sha256: named, version } = open().current(['en']);

      expect(named).to.equal(hexOf(sha256(text)));
      expect(version).to.match(/^\S{1,64}$/);
    });

    it('has nothing of a version that it does not know', () => {
      expect(open().text('never', ['en'])).to.equal(null);
    });
  });
}
