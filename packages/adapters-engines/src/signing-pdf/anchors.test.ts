import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { degrees, PDFDocument } from 'pdf-lib';
import { EnginePool } from '../pool/engine-pool.ts';
import { PooledAnchorFinder } from './pooled-anchor-finder.ts';
import { wordsOf } from './testing/poppler.ts';

describe('the places of texts', () => {
  const pool = new EnginePool({ processes: 1 });
  const finder = new PooledAnchorFinder(pool);
  after(() => pool.close(0));

  async function letter(rotation = 0): Promise<Uint8Array> {
    const document = await PDFDocument.create();
    for (const number of [1, 2]) {
      const page = document.addPage([600, 800]);
      page.setRotation(degrees(rotation));
      const turn = { rotate: degrees(rotation), size: 12 };
      const at = (x: number, y: number) => {
        if (rotation === 90) return { x: 600 - y, y: x };
        if (rotation === 180) return { x: 600 - x, y: 800 - y };
        if (rotation === 270) return { x: y, y: 800 - x };
        return { x, y };
      };
      page.drawText(`Page ${number}`, { ...at(60, 560), ...turn });
      page.drawText('Signed by:', { ...at(60, 300), ...turn });
      page.drawText('Witnessed', { ...at(300, 300), ...turn });
      page.drawText('by:', { ...at(360, 300), ...turn });
    }
    return document.save();
  }

  for (const rotation of [0, 90, 180, 270])
    it(`SIG-34: a text is found where it is shown, on pages turned by ${rotation}`, async () => {
      const pdf = await letter(rotation);
      const [width, height] = rotation % 180 === 0 ? [600, 800] : [800, 600];

      const found = await finder.find(contentInMemory(pdf), [
        { text: 'Signed by:', occurrence: 1 },
        { text: 'Signed by:', occurrence: 2 },
        { text: '  Witnessed   by: ', occurrence: 1 },
        { text: 'signed by:', occurrence: 1 },
        { text: 'Signed by:', occurrence: 3 },
        { text: 'by:', occurrence: 3 },
      ]);

      const words = wordsOf(pdf, 1);
      const signed = words.find(({ text }) => text === 'Signed');
      const witnessed = words.find(({ text }) => text === 'Witnessed');
      expect(found.map((place) => place?.page ?? null)).to.deep.equal([1, 2, 1, null, null, 2]);
      expect((found[0]?.x ?? 0) * width).to.be.closeTo(signed?.left ?? Number.NaN, 1);
      expect((found[0]?.y ?? 0) * height).to.be.closeTo(signed?.top ?? Number.NaN, 3);
      expect((found[2]?.x ?? 0) * width).to.be.closeTo(witnessed?.left ?? Number.NaN, 1);
      expect(found[1]).to.deep.equal({ ...found[0], page: 2 });
    });

  it('SIG-34: a file that cannot be read has no text', async () => {
    const anchors = [{ text: 'Signed by:', occurrence: 1 }];

    expect(await finder.find(contentInMemory(Buffer.from('%PDF-1.7\nnothing')), anchors)).to.deep.equal([
      null,
    ]);
    expect(await finder.find(contentInMemory(await letter()), [])).to.deep.equal([]);
  });
});
