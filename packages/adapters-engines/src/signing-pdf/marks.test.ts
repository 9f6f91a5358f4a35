import type { ComposedCopy, Mark } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { degrees, PDFDocument } from 'pdf-lib';
import { EnginePool } from '../pool/engine-pool.ts';
import { FontSource } from './font-source.ts';
import { PooledSignatureImages } from './pooled-signature-images.ts';
import { PooledSigningPdfComposer } from './pooled-signing-pdf-composer.ts';
import { aScrawl } from './testing/images.ts';
import { checked, type Picture, pictureOf, textOf, wordsOf } from './testing/poppler.ts';

const line = (text: string, given: Partial<Mark> = {}): Mark =>
  ({ kind: 'line', text, fontSize: 10, page: 1, x: 0.1, y: 0.2, width: 0.6, height: 0.05, ...given }) as Mark;

describe('what is drawn in fields', () => {
  const pool = new EnginePool({ processes: 1 });
  const composer = new PooledSigningPdfComposer(pool, new FontSource());
  const images = new PooledSignatureImages(pool);
  after(() => pool.close(0));

  async function copyOf(document: PDFDocument): Promise<ComposedCopy & { readonly bytes: Uint8Array }> {
    const { bytes, pages } = await composer.signingCopy(contentInMemory(await document.save()), null);
    return { bytes, pages, content: contentInMemory(bytes) };
  }
  async function plainCopy() {
    const document = await PDFDocument.create();
    document.addPage([600, 800]);
    return copyOf(document);
  }
  const scrawl = async () => (await images.checked(aScrawl()))?.png ?? new Uint8Array();

  for (const rotation of [0, 90, 180, 270])
    for (const crop of [null, [20, 30, 500, 400]] as const)
      it(`SEA-5: marks are in their fields, turned by ${rotation}, ${crop === null ? 'whole' : 'cropped'}`, async () => {
        const document = await PDFDocument.create();
        const page = document.addPage([600, 800]);
        page.setRotation(degrees(rotation));
        if (crop !== null) page.setCropBox(...(crop as [number, number, number, number]));
        const copy = await copyOf(document);
        const { width = 0, height = 0 } = copy.pages[0] ?? {};
        const rectangle = { x: 0.3, y: 0.6, width: 0.5, height: 0.1 };
        const box = { left: 0.3 * width, top: 0.6 * height, bottom: 0.7 * height };

        const text = await composer.stamped(copy, [line('Hippopotamus', { ...rectangle, fontSize: 12 })]);
        const image = await composer.stamped(copy, [
          { kind: 'image', png: await scrawl(), page: 1, ...rectangle },
        ]);

        const [word] = wordsOf(text, 1);
        expect(word?.text).to.equal('Hippopotamus');
        expect(word?.left).to.be.closeTo(box.left + 2, 0.5);
        // Poppler's boxes of words reach from the ascender of the face to its descender.
        expect(((word?.top ?? 0) + (word?.bottom ?? 0)) / 2).to.be.closeTo((box.top + box.bottom) / 2, 0.5);
        const inked = inkOf(pictureOf(image, 1, 288), 288);
        const scale = Math.min((0.5 * width) / 200, (0.1 * height) / 80);
        expect(inked.left).to.be.closeTo(box.left, 0.5);
        expect(inked.right).to.be.closeTo(box.left + 200 * scale, 0.5);
        expect((inked.top + inked.bottom) / 2).to.be.closeTo((box.top + box.bottom) / 2, 0.5);
        expect(inked.bottom - inked.top).to.be.closeTo(80 * scale, 0.5);
      });

  it('SEA-19: pages look as before outside of the fields, whatever their content leaves behind', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 800]);
    for (let at = 0; at < 20; at += 1)
      page.drawText('The parties agree on this lease.', { x: 30, y: 780 - at * 39 });
    // Content that scales everything after it and never puts that back.
    const stream = document.context.flateStream('0.5 0 0 0.5 40 40 cm q 1 0 0 rg 0 0 50 50 re f q');
    page.node.addContentStream(document.context.register(stream));
    const copy = await copyOf(document);
    const fields = [
      { x: 0.1, y: 0.1, width: 0.3, height: 0.08 },
      { x: 0.5, y: 0.3, width: 0.2, height: 0.02 },
      { x: 0.1, y: 0.5, width: 0.4, height: 0.1 },
      { x: 0.7, y: 0.8, width: 0.05, height: 0.05 },
      { x: 0.2, y: 0.8, width: 0.1, height: 0.02 },
    ].map((field) => ({ ...field, page: 1 }));
    const [first, second, third, fourth, fifth] = fields as [Mark, Mark, Mark, Mark, Mark];

    const stamped = await composer.stamped(copy, [
      { ...first, kind: 'image', png: await scrawl() },
      { ...second, kind: 'line', text: 'A name that is far too long for this field', fontSize: 24 },
      { ...third, kind: 'lines', text: 'word '.repeat(300), fontSize: 14 },
      { ...fourth, kind: 'check' },
      { ...fifth, kind: 'typed', text: 'Ada Lovelace, Countess of Somewhere Far Away' },
    ]);

    checked(stamped);
    const dots = 144;
    const [before, after] = [pictureOf(copy.bytes, 1, dots), pictureOf(stamped, 1, dots)];
    const changed = differences(before, after).map(([x, y]) => [(x * 72) / dots, (y * 72) / dots] as const);
    const isIn = (field: Mark, [x, y]: readonly [number, number]) =>
      x >= field.x * 600 - 1 &&
      x <= (field.x + field.width) * 600 + 1 &&
      y >= field.y * 800 - 1 &&
      y <= (field.y + field.height) * 800 + 1;
    expect(changed.filter((place) => !fields.some((field) => isIn(field as Mark, place)))).to.deep.equal([]);
    for (const field of fields) expect(changed.some((place) => isIn(field as Mark, place))).to.equal(true);
  });

  for (const [script, name] of Object.entries({
    Latin: 'Zoë Ångström-Škvorecký',
    Greek: 'Αλέξανδρος Παπαδόπουλος',
    Cyrillic: 'Иван Фёдорович Їжакевич',
    Vietnamese: 'Nguyễn Thị Ánh Tuyết',
    Armenian: 'Հայկ Պետրոսյան',
    Georgian: 'გიორგი ბერიძე',
    Hebrew: 'שרה לוי',
    Arabic: 'محمد الفارسي',
    Lao: 'ສົມສັກ ພົມມະຈັນ',
  }))
    it(`SEA-14: a name is read back as it was written: ${script}`, async () => {
      const stamped = await composer.stamped(await plainCopy(), [
        line(name),
        { ...line(name, { y: 0.5 }), kind: 'typed' } as Mark,
      ]);

      // Poppler puts what is read from the right between marks that say so.
      const text = textOf(stamped).replaceAll(/[\u202a-\u202e]/gu, '');
      expect(text.normalize('NFC').split(name)).to.have.length(3);
    });

  it('SEA-14: only the glyphs that are shown are in the file', async () => {
    const stamped = await composer.stamped(await plainCopy(), [line('Ada')]);

    // The face alone has 750 kB.
    expect(stamped.byteLength).to.be.lessThan(20_000);
  });

  it('SIG-27: a character that no font has is drawn as a box, and the others as they are', async () => {
    const stamped = await composer.stamped(await plainCopy(), [line('Ada 日本 🎉')]);

    expect(textOf(stamped).trim()).to.equal('Ada □□ □');
  });

  it('SIG-27: a line is made smaller until it fits, and then cut; several lines are broken', async () => {
    const text = 'The quick brown fox jumps over the lazy dog and further on';
    const stamped = await composer.stamped(await plainCopy(), [
      line(text, { width: 0.45, y: 0.1 }),
      line(text, { width: 0.2, y: 0.3 }),
      line(`${text}\nand so on`, { kind: 'lines', width: 0.3, y: 0.5, height: 0.2 } as Partial<Mark>),
      line('word '.repeat(400).trim(), { kind: 'lines', width: 0.3, y: 0.8, height: 0.05 } as Partial<Mark>),
    ]);

    const words = wordsOf(stamped, 1);
    const at = (top: number, bottom: number) =>
      words.filter((word) => word.top > top && word.bottom < bottom);
    const [whole, cut, broken, full] = [at(70, 130), at(230, 290), at(390, 570), at(630, 690)];
    expect(whole.map((word) => word.text).join(' ')).to.equal(text);
    expect(Math.max(...whole.map(({ right }) => right))).to.be.at.most(60 + 270 - 2 + 0.5);
    expect(cut.map((word) => word.text).join(' ')).to.match(/^The quick brown .*…$/u);
    expect(Math.max(...cut.map(({ right }) => right))).to.be.at.most(60 + 120 - 2 + 0.5);
    expect(broken.map((word) => word.text).join(' ')).to.equal(`${text} and so on`);
    expect(new Set(broken.map(({ top }) => Math.round(top))).size).to.equal(3);
    expect(full.at(-1)?.text.endsWith('…')).to.equal(true);
  });

  it('SEA-16: text of both directions is in visual order, and a paragraph that is read from the right is at the right', async () => {
    const stamped = await composer.stamped(await plainCopy(), [
      line('דוד (Law) כהן 12'),
      line('مرحبا', { y: 0.4 }),
    ]);

    const words = wordsOf(stamped, 1);
    // Poppler gives the letters of a word from the left, too.
    const shown = (text: string) =>
      /^\p{Script=Hebrew}+$/u.test(text) ? [...text].reverse().join('') : text;
    const wordOf = (text: string) => words.find((word) => word.text.includes(shown(text)));
    const leftOf = (text: string) => wordOf(text)?.left ?? Number.NaN;
    expect(leftOf('12')).to.be.lessThan(leftOf('כהן'));
    expect(leftOf('כהן')).to.be.lessThan(leftOf('Law'));
    expect(leftOf('Law')).to.be.lessThan(leftOf('דוד'));
    expect(wordOf('(Law)')).to.not.equal(undefined);
    expect(wordOf('דוד')?.right).to.be.closeTo(60 + 360 - 2, 0.5);
    expect(textOf(stamped).normalize('NFKC')).to.include('مرحبا');
  });

  it('SEA-6: the same marks make the same bytes, whatever the process drew before', async () => {
    const copy = await plainCopy();
    const marks = [
      line('Ada Lovelace, yes'),
      { ...line('Ada', { y: 0.5 }), kind: 'image', png: await scrawl() } as Mark,
    ];
    const one = await composer.stamped(copy, marks);
    await composer.stamped(copy, [line('Ýýỹ Ãã Éé Ĺĺ', { y: 0.5 })]);

    expect(Buffer.compare(await composer.stamped(copy, marks), one)).to.equal(0);
  });
});

/** Where a picture is dark, in points. */
function inkOf({ width, pixels }: Picture, dots: number) {
  const places: (readonly [number, number])[] = [];
  for (let at = 0; at < pixels.length; at += 3)
    if ((pixels[at] ?? 255) < 128) places.push([(at / 3) % width, Math.floor(at / 3 / width)]);
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const points = (pixel: number) => (pixel * 72) / dots;
  const [least, most] = [
    (all: readonly number[]) => all.reduce((one, other) => Math.min(one, other)),
    (all: readonly number[]) => all.reduce((one, other) => Math.max(one, other)) + 1,
  ];
  return {
    left: points(least(xs)),
    right: points(most(xs)),
    top: points(least(ys)),
    bottom: points(most(ys)),
  };
}

function differences(one: Picture, other: Picture): (readonly [number, number])[] {
  expect([other.width, other.height]).to.deep.equal([one.width, one.height]);
  const places: (readonly [number, number])[] = [];
  for (let at = 0; at < one.pixels.length; at += 3)
    if ([0, 1, 2].some((part) => one.pixels[at + part] !== other.pixels[at + part]))
      places.push([(at / 3) % one.width, Math.floor(at / 3 / one.width)]);
  return places;
}
