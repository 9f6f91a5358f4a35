import { contentInMemory } from '@chancery/core/internal';
import { expect } from 'chai';
import { degrees, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { EnginePool } from '../pool/engine-pool.ts';
import { FontSource } from './font-source.ts';
import { PooledSigningPdfComposer } from './pooled-signing-pdf-composer.ts';
import { HandmadeForm } from './testing/a-form.ts';
import { checked, differentPixels, pictureOf, textOf, wordsOf } from './testing/poppler.ts';

const text = (value: string) => PDFString.of(value);
const bit = (number: number) => 2 ** (number - 1);

describe('forms in the copy that people sign', () => {
  const pool = new EnginePool({ processes: 1 });
  const composer = new PooledSigningPdfComposer(pool, new FontSource());
  after(() => pool.close(0));

  const copyOf = async (original: Uint8Array) => {
    const { bytes } = await composer.signingCopy(contentInMemory(original), null);
    checked(bytes);
    return bytes;
  };

  for (const useObjectStreams of [false, true])
    it(`SIG-28: a form with appearances looks as before, and its values are text of the page; object streams: ${useObjectStreams}`, async () => {
      const document = await PDFDocument.create();
      for (const rotation of [0, 90]) {
        const page = document.addPage([600, 800]);
        page.setRotation(degrees(rotation));
        const form = document.getForm();
        const name = form.createTextField(`name ${rotation}`);
        name.setText('Ada Lovelace');
        name.addToPage(page, { x: 60, y: 700, width: 200, height: 24 });
        const notes = form.createTextField(`notes ${rotation}`);
        notes.enableMultiline();
        notes.setText('First line\nSecond line');
        notes.addToPage(page, { x: 60, y: 560, width: 200, height: 80, rotate: degrees(90) });
        const colour = form.createDropdown(`colour ${rotation}`);
        colour.addOptions(['Red', 'Green']);
        colour.select('Green');
        colour.addToPage(page, { x: 300, y: 700, width: 120, height: 24 });
        const list = form.createOptionList(`list ${rotation}`);
        list.addOptions(['One', 'Two', 'Three']);
        list.select('Two');
        list.addToPage(page, { x: 300, y: 560, width: 120, height: 80 });
        const box = form.createCheckBox(`box ${rotation}`);
        box.addToPage(page, { x: 60, y: 500, width: 20, height: 20 });
        box.check();
        form.createCheckBox(`empty ${rotation}`).addToPage(page, { x: 90, y: 500, width: 20, height: 20 });
        const choice = form.createRadioGroup(`choice ${rotation}`);
        choice.addOptionToPage('a', page, { x: 120, y: 500, width: 20, height: 20 });
        choice.addOptionToPage('b', page, { x: 150, y: 500, width: 20, height: 20 });
        choice.select('b');
        form
          .createButton(`button ${rotation}`)
          .addToPage('Press', page, { x: 300, y: 500, width: 80, height: 24 });
      }
      const original = await document.save({ useObjectStreams });

      const copy = await copyOf(original);

      for (const page of [1, 2]) {
        for (const value of ['Ada Lovelace', 'First line', 'Second line', 'Green', 'Two', 'Press'])
          expect(textOf(copy, page)).to.include(value);
        const [before, after] = [pictureOf(original, page, 72), pictureOf(copy, page, 72)];
        expect(differentPixels(before, after)).to.be.lessThan(0.001 * before.width * before.height);
      }
    });

  it('SIG-28: an appearance whose box is moved, turned and of another size fills its rectangle as in a viewer', async () => {
    const form = await HandmadeForm.make();
    const content = '1 0 0 rg 0 0 50 10 re f 0 0 1 rg 0 0 10 10 re f';
    const matrices = [
      [1, 0, 0, 1, 0, 0],
      [0, 1, -1, 0, 0, 0],
      [-1, 0, 0, -1, 30, 5],
      [2, 0, 0, 0.5, -7, 9],
    ];
    for (const [index, Matrix] of matrices.entries())
      form.widget({
        FT: 'Tx',
        Rect: [300, 600 - index * 100, 100, 650 - index * 100],
        AP: { N: form.appearance(content, { BBox: [0, 0, 50, 10], Matrix }) },
      });
    const original = await form.save();

    const [before, after] = [pictureOf(original, 1, 72), pictureOf(await copyOf(original), 1, 72)];

    expect(before.pixels.filter((value) => value < 128).length).to.be.greaterThan(20_000);
    expect(differentPixels(before, after)).to.be.lessThan(0.001 * before.width * before.height);
  });

  it('SIG-28: a field is shown on top of the drawings and stamps that it was on top of', async () => {
    const form = await HandmadeForm.make();
    const filled = (colour: string) => form.appearance(`${colour} rg 0 0 9 9 re f`, { BBox: [0, 0, 9, 9] });
    const square = { Subtype: 'Square', FT: null };
    form.widget({ ...square, Rect: [50, 50, 400, 400], AP: { N: filled('0 0 0') } });
    form.widget({ ...square, Rect: [80, 80, 200, 200], AP: { N: filled('0 0 1') } });
    form.widget({ FT: 'Tx', Rect: [100, 100, 300, 300], AP: { N: filled('1 0 0') } });
    form.widget({ ...square, Rect: [150, 150, 250, 250], AP: { N: filled('0 1 0') } });
    const original = await form.save();

    const copy = await copyOf(original);

    expect(differentPixels(pictureOf(original, 1, 72), pictureOf(copy, 1, 72))).to.equal(0);
    expect((await PDFDocument.load(copy)).getPage(0).node.Annots()?.size()).to.equal(1);
  });

  const valued: Record<string, readonly [Record<string, unknown>, readonly string[]]> = {
    'a text': [{ FT: 'Tx', V: text('Ada Lovelace') }, ['Ada Lovelace']],
    'a text in another script': [{ FT: 'Tx', V: PDFHexString.fromText('Иван Петров') }, ['Иван Петров']],
    'a long text in a small field': [
      {
        FT: 'Tx',
        V: text('a value that is much too long for this'),
        DA: text('/Helv 14 Tf 0 0 1 rg'),
        Rect: [100, 700, 180, 716],
      },
      ['a value that is much too long for this'],
    ],
    'several lines': [
      {
        FT: 'Tx',
        Ff: bit(13),
        V: text('one two three four five six\rseven'),
        Rect: [100, 600, 180, 720],
        Q: 2,
      },
      ['one two', 'seven'],
    ],
    'characters in cells': [{ FT: 'Tx', Ff: bit(25), MaxLen: 8, V: text('AB12') }, ['A', 'B', '1', '2']],
    'a password': [{ FT: 'Tx', Ff: bit(14), V: text('secret') }, ['******']],
    'a choice by what is shown of it': [
      {
        FT: 'Ch',
        Ff: bit(18),
        V: text('de'),
        Opt: [
          [text('de'), text('Germany')],
          [text('fr'), text('France')],
        ],
      },
      ['Germany'],
    ],
    'a choice of what is no option': [{ FT: 'Ch', Ff: bit(18), V: text('Elsewhere') }, ['Elsewhere']],
    'a list whose chosen option is out of view': [
      {
        FT: 'Ch',
        V: [text('o9')],
        Opt: Array.from({ length: 12 }, (_, at) => text(`o${at}`)),
        Rect: [100, 690, 200, 720],
      },
      ['o9'],
    ],
    'a checked box': [{ FT: 'Btn', V: 'Yes' }, ['✔']],
    'a checked box with a sign of its own': [{ FT: 'Btn', AS: 'On', MK: { CA: text('8') } }, ['✘']],
    'a button': [{ FT: 'Btn', Ff: bit(17), MK: { CA: text('Press') } }, ['Press']],
  };
  for (const [what, [entries, shown]] of Object.entries(valued)) {
    it(`SIG-28: a field without an appearance shows its value: ${what}`, async () => {
      const form = await HandmadeForm.make();
      form.widget(entries);

      const words = textOf(await copyOf(await form.save())).replaceAll(/\s+/gu, ' ');

      for (const each of shown) expect(words).to.include(each);
      if (what === 'a password') expect(words).to.not.include('secret');
    });
    if (['Tx', 'Ch'].includes(String(entries.FT)))
      it(`SIG-28: where viewers are asked to draw the values, an old appearance is not shown: ${what}`, async () => {
        const form = await HandmadeForm.make({ NeedAppearances: true });
        const old = form.appearance('BT /Helv 12 Tf 2 5 Td (outdated) Tj ET', { BBox: [0, 0, 200, 20] });
        form.widget({ ...entries, AP: { N: old } });

        const words = textOf(await copyOf(await form.save())).replaceAll(/\s+/gu, ' ');

        for (const each of shown) expect(words).to.include(each);
        expect(words).to.not.include('outdated');
      });
  }

  it('SIG-28: one widget of a radio group is on, and a field has its value from its parent', async () => {
    const form = await HandmadeForm.make();
    const { context } = form.document;
    const parent = form.object({ FT: 'Btn', Ff: bit(16), V: '1' });
    const ref = context.register(parent);
    const kids = [0, 1, 2].map((index) =>
      form.widget({ Parent: ref, Rect: [100 + index * 50, 700, 120 + index * 50, 720] }),
    );
    parent.set(PDFName.of('Kids'), context.obj(kids));
    const named = context.register(form.object({ FT: 'Tx', V: text('inherited') }));
    form.widget({ Parent: named, Rect: [100, 600, 300, 620] });

    const words = wordsOf(await copyOf(await form.save()), 1);

    const dots = words.filter((word) => word.text === '●');
    expect(dots).to.have.length(1);
    expect(dots[0]?.left).to.be.within(150, 170);
    expect(words.map((word) => word.text)).to.include('inherited');
  });

  it('SIG-28: an appearance that has no fonts of its own is shown with those of the form', async () => {
    const form = await HandmadeForm.make();
    const content = 'BT /Helv 12 Tf 2 5 Td (from the form) Tj ET';
    form.widget({ FT: 'Tx', V: text('x'), AP: { N: form.appearance(content, { BBox: [0, 0, 200, 20] }) } });

    expect(textOf(await copyOf(await form.save()))).to.include('from the form');
  });

  for (const turned of [90, 180, 270])
    it(`SIG-28: a widget that is turned shows its value turned in place: ${turned}`, async () => {
      const form = await HandmadeForm.make();
      const Rect = turned === 180 ? [100, 600, 250, 620] : [100, 550, 120, 700];
      form.widget({ FT: 'Tx', V: text('Hippopotamus'), MK: { R: turned }, Rect, DA: text('/Helv 12 Tf') });
      form.page.setRotation(degrees(turned));

      // Somebody who looks at the turned page sees the text upright.
      const [word] = wordsOf(await copyOf(await form.save()), 1);

      expect(word?.text).to.equal('Hippopotamus');
      expect((word?.right ?? 0) - (word?.left ?? 0)).to.be.greaterThan(60);
      expect((word?.bottom ?? 0) - (word?.top ?? 0)).to.be.lessThan(20);
    });

  it('SIG-28: what no viewer shows is left out: hidden fields, those without a rectangle, and those on no page', async () => {
    const form = await HandmadeForm.make();
    form.widget({ FT: 'Tx', V: text('shown') });
    form.widget({ FT: 'Tx', V: text('hidden'), F: 2 });
    form.widget({ FT: 'Tx', V: text('unviewed'), F: 32 });
    form.widget({ FT: 'Tx', V: text('nowhere'), Rect: null });
    form.widget({ FT: 'Tx', V: text('odd'), Rect: [1, 2, 3] });
    form.widget({ FT: 'Tx', V: text('flat'), Rect: [100, 500, 300, 500] });
    const off = form.appearance('0 g 0 0 20 20 re f', { BBox: [0, 0, 20, 20] });
    form.widget({ FT: 'Btn', AS: 'Off', AP: { N: { On: off } }, Rect: [100, 100, 120, 120] });
    const original = await PDFDocument.load(await form.save());
    original
      .getForm()
      .acroForm.addField(
        original.context.register(
          original.context.obj({ FT: 'Tx', Subtype: 'Widget', V: text('astray'), Rect: [0, 0, 90, 20] }),
        ),
      );

    const copy = await copyOf(await original.save({ updateFieldAppearances: false }));

    expect(textOf(copy).trim()).to.equal('shown');
    expect(pictureOf(copy, 1, 72).pixels[(690 * 600 + 110) * 3]).to.equal(255);
  });

  it('SIG-28: a form that leads back to itself comes to an end', async () => {
    const form = await HandmadeForm.make();
    const parent = form.object({ FT: 'Tx' });
    const ref = form.document.context.register(parent);
    parent.set(PDFName.of('Parent'), ref);
    form.widget({ Parent: ref, Kids: [ref] });

    expect(textOf(await copyOf(await form.save())).trim()).to.equal('');
  });
});
