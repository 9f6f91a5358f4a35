import { readFileSync } from 'node:fs';
import { create, type Font } from '@cantoo/fontkit';
import { expect } from 'chai';
import { bundledFace } from './faces.ts';
import { TrueTypeSubset, trueTypeTables } from './true-type-subset.ts';

/** What the library makes of bytes that are one face. */
const fontOf = (bytes: Uint8Array) => create(Buffer.from(bytes)) as Font;
const outlineOf = (font: Font, id: number) => font.getGlyph(id)?.path.toSVG();
const widthOf = (font: Font, id: number) => font.getGlyph(id)?.advanceWidth;

describe('subsets of faces', () => {
  for (const name of ['sans', 'serifItalic', 'mono'] as const)
    it(`SEA-14: glyphs of ${name} look as they did and are as wide, those that are put together of others too`, () => {
      const { file } = bundledFace(name);
      const bytes = readFileSync(file);
      const before = fontOf(bytes);
      const subset = new TrueTypeSubset(trueTypeTables(bytes) ?? new Map());
      const ids = [...'Ada Lövelaçe ǻ ΐ й €ﬁ'].map(
        (character) => before.glyphForCodePoint(character.codePointAt(0) ?? 0)?.id ?? 0,
      );

      const numbers = ids.map((id) => subset.includeGlyph(id));

      const after = fontOf(subset.encode());
      expect(numbers.map((number) => outlineOf(after, number))).to.deep.equal(
        ids.map((id) => outlineOf(before, id)),
      );
      expect(numbers.map((number) => widthOf(after, number))).to.deep.equal(
        ids.map((id) => widthOf(before, id)),
      );
      expect(after.numGlyphs).to.be.within(new Set(ids).size, 60);
      expect(subset.encode().byteLength).to.be.below(bytes.byteLength / 10);
    });

  it('the sums in the file are those of its bytes', () => {
    const bytes = readFileSync(bundledFace('sans').file);
    const subset = new TrueTypeSubset(trueTypeTables(bytes) ?? new Map());
    subset.includeGlyph(36);

    const file = subset.encode();

    const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
    let sum = 0;
    for (let at = 0; at < file.byteLength; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
    expect(sum).to.equal(0xb1b0afba);
  });

  it('bytes that are no such face have no tables', () => {
    for (const bytes of [Buffer.of(), Buffer.from('OTTO and more bytes'), Buffer.from('wOFF and more bytes')])
      expect(trueTypeTables(bytes)).to.equal(null);
  });
});
