import { expect } from 'chai';
import { bytesOfHex, hexOf } from './bytes.ts';
import { canonicalText } from './canonical-json.ts';
import { checkDisclosure, contentHash, contentParts, disclosureOf, partLeaf, partSalt } from './content.ts';
import { auditVectors } from './testing/audit-vectors.ts';
import { now } from './testing/now.ts';
import { hashed } from './web-crypto.ts';

const disclosureAt = (index: unknown) => ({
  shown: [],
  withheld: [{ index, leafHash: '00'.repeat(32) }],
  contentHash: '',
});

describe('contents', () => {
  for (const [at, { salt, content, parts, contentHash: expected }] of auditVectors.contents.entries())
    it(`REC-70: cuts content ${at} into its parts, and hashes it`, async () => {
      const found = contentParts(content).map((value, index) => {
        const own = now(partSalt(bytesOfHex(salt), index));
        const part = canonicalText(value);
        return { index, part, salt: hexOf(own), leafHash: hexOf(now(partLeaf(own, part))) };
      });
      expect(found).to.deep.equal(parts);
      expect(hexOf(await hashed(contentHash(content, bytesOfHex(salt))))).to.equal(expected);
    });

  for (const [at, disclosure] of auditVectors.disclosures.entries())
    it(`REC-70: accepts disclosure ${at}`, async () => {
      const report = await hashed(checkDisclosure(disclosure));
      const shown = report.ok && report.parts.filter(({ isShown }) => isShown).map(({ index }) => index);
      expect(shown).to.deep.equal(disclosure.shown.map(({ index }) => index).sort((a, b) => a - b));
    });

  for (const { why, ...disclosure } of auditVectors.disclosuresMustFail)
    it(`REC-70: refuses a disclosure: ${why}`, () => {
      expect(now(checkDisclosure(disclosure)).ok).to.equal(false);
    });

  it('REC-70: withholds any parts but the first, tells where they were, and gives no salt of theirs', () => {
    for (const { salt, content, parts } of auditVectors.contents) {
      const withheld = new Set(parts.map(({ index }) => index).filter((index) => index % 2 === 0));
      const disclosure = now(disclosureOf(content, bytesOfHex(salt), withheld));
      const report = now(checkDisclosure(disclosure));
      const hidden = report.ok ? report.parts.filter(({ isShown }) => !isShown) : [];
      expect(hidden.map(({ index }) => index)).to.deep.equal([...withheld].filter((index) => index > 0));
      for (const { index } of hidden)
        expect(JSON.stringify(disclosure)).not.to.contain(parts[index]?.salt ?? '');
    }
  });

  for (const [name, value] of [
    ['no members', {}],
    ['lists of something else', { shown: [null], withheld: [], contentHash: '' }],
    ['a member too many', { shown: [], withheld: [], contentHash: '', more: 1 }],
    ['a place that is no number', disclosureAt('length')],
    ['a place before the first', disclosureAt(-1)],
    ['a place between two', disclosureAt(0.5)],
  ] as const)
    it(`REC-70: takes ${name} for no disclosure`, () => {
      // What a stranger's file may hold.
      expect(now(checkDisclosure(value as never))).to.deep.equal({ ok: false, reason: 'malformed' });
    });
});
