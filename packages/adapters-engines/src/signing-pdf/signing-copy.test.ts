import { PdfNotDrawable } from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import { aPdfLetter } from '@chancery/core/testing';
import { expect } from 'chai';
import { degrees, PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import { PooledPdfInspector } from '../pdf/pooled-pdf-inspector.ts';
import { EnginePool } from '../pool/engine-pool.ts';
import { FontSource } from './font-source.ts';
import { PooledSigningPdfComposer } from './pooled-signing-pdf-composer.ts';
import { checked, textOf, wordsOf } from './testing/poppler.ts';

/** A letter whose content has its length in an object of its own, in lines that all end alike. */
function letterInLines(lineEnd: string, text: string): Buffer {
  const content = `BT /F1 12 Tf 72 700 Td (${text}) Tj ET`;
  const lines = ['<< /Length 6 0 R >>', `stream${lineEnd === '\n' ? '\n' : '\r\n'}${content}`, 'endstream'];
  const file = aPdfLetter({
    page: '/MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >>',
    objects: {
      4: lines.join(lineEnd),
      5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      6: `${content.length}`,
    },
  });
  // Every place in the file stays where it is, whatever its lines end by; only the table has to have lines of one length.
  const table = file.indexOf('\nxref\n');
  const objects = file.toString('latin1', 0, table).replaceAll(/(?<!\r)\n/g, lineEnd === '\r' ? '\r' : '\n');
  return Buffer.concat([Buffer.from(objects, 'latin1'), file.subarray(table)]);
}

describe('the copy that people sign', () => {
  const pool = new EnginePool({ processes: 1 });
  const composer = new PooledSigningPdfComposer(pool, new FontSource());
  const inspector = new PooledPdfInspector(pool);
  after(() => pool.close(0));

  const copyOf = async (document: PDFDocument, options = {}) =>
    composer.signingCopy(contentInMemory(await document.save(options)), null);

  for (const lineEnd of ['\n', '\r\n', '\r'])
    for (const text of ['a stream of words', 'words, endstream and endobj'])
      it(`SIG-28: shows “${text}” whole if its length is an object of its own, in lines that end by ${JSON.stringify(lineEnd)}`, async () => {
        const original = letterInLines(lineEnd, text);
        expect(textOf(original).trim()).to.equal(text);

        const { bytes } = await composer.signingCopy(contentInMemory(original), null);

        expect(textOf(bytes).trim()).to.equal(text);
        checked(bytes);
      });

  it('SIG-5: has no script, action, attachment or form, and keeps its links and its text', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage();
    page.drawText('Dear Ada', { x: 72, y: 700, font: await document.embedFont(StandardFonts.Helvetica) });
    document.getForm().createTextField('name').addToPage(page);
    document.addJavaScript('hello', 'app.alert(1)');
    await document.attach(Buffer.from('hello'), 'a.txt');
    const { context } = document;
    const link = (action: Record<string, unknown>) =>
      context.register(
        context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [72, 690, 200, 720], A: action as never }),
      );
    const annotations = [
      link({ S: 'URI', URI: PDFString.of('https://example.org/terms') }),
      link({ S: 'Launch', F: PDFString.of('calc.exe') }),
      link({
        S: 'URI',
        URI: PDFString.of(' JavaScript:alert(1)'),
        Next: { S: 'JavaScript', JS: PDFString.of('x') },
      }),
      link({ S: 'SubmitForm', F: PDFString.of('https://example.org/submit') }),
      link({ S: 'Rendition' }),
      context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'FileAttachment',
          Rect: [0, 0, 9, 9],
          FS: { EF: {}, F: PDFString.of('x') },
        }),
      ),
      context.register(context.obj({ Type: 'Annot', Subtype: 'Screen', Rect: [0, 0, 9, 9], AA: {} })),
    ];
    page.node.set(PDFName.of('Annots'), context.obj(annotations));
    page.node.set(
      PDFName.of('AA'),
      context.obj({ O: { S: 'JavaScript', JS: PDFString.of('app.alert(2)') } }),
    );
    document.catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: PDFString.of('x') }));

    for (const useObjectStreams of [false, true]) {
      const { bytes, pages } = await copyOf(document, { useObjectStreams, updateFieldAppearances: false });

      expect(await inspector.inspect(contentInMemory(bytes))).to.deep.equal({ pages, flags: [] });
      expect(textOf(bytes)).to.include('Dear Ada');
      expect(Buffer.from(bytes).includes('https://example.org/terms')).to.equal(true);
      expect(Buffer.from(bytes).includes('https://example.org/submit')).to.equal(false);
      expect(Buffer.from(bytes).includes('/ObjStm')).to.equal(false);
      checked(bytes);
    }
  });

  it('SIG-6: ends with pages for those who have no field, in the size of the last page', async () => {
    const document = await PDFDocument.create();
    document.addPage([612, 792]).setRotation(degrees(90));
    const signers = Array.from({ length: 6 }, (_, index) => ({
      signerId: `s${index}`,
      name: `Zoë Ångström ${index}`,
    }));

    const { bytes, pages, signaturePageFields } = await composer.signingCopy(
      contentInMemory(await document.save()),
      { language: 'de-AT', signers },
    );

    expect(pages.map(({ width, height, rotation }) => [width, height, rotation])).to.deep.equal([
      [792, 612, 90],
      [792, 612, 0],
      [792, 612, 0],
    ]);
    expect((await inspector.inspect(contentInMemory(bytes))).pages).to.deep.equal(pages);
    expect(textOf(bytes, 2)).to.include('Unterschriften');
    expect(textOf(bytes, 3)).to.include('Zoë Ångström 5');
    expect(
      signaturePageFields.map(({ signerId, kind, page }) => `${signerId} ${kind} ${page}`),
    ).to.deep.equal(
      signers.flatMap(({ signerId }, index) =>
        ['signature', 'date'].map((kind) => `${signerId} ${kind} ${index < 5 ? 2 : 3}`),
      ),
    );
    const [signature, date] = signaturePageFields;
    expect(signature?.x).to.be.closeTo(54 / 792, 1e-9);
    expect((signature?.width ?? 0) * 792).to.be.closeTo(220, 1e-9);
    expect((signature?.height ?? 0) * 612).to.be.closeTo(44, 1e-9);
    expect((date?.width ?? 0) * 792).to.be.closeTo(120, 1e-9);
    expect((date?.height ?? 0) * 612).to.be.closeTo(20, 1e-9);
    expect((signature?.y ?? 0) + (signature?.height ?? 0)).to.be.closeTo(
      (date?.y ?? 0) + (date?.height ?? 0),
      1e-9,
    );
    const name = wordsOf(bytes, 2).find(({ text }) => text === 'Zoë');
    expect(name?.bottom).to.be.lessThan((signature?.y ?? 0) * 612);
  });

  it('SIG-28: a file that is no PDF, and one whose pages cannot be found out, are refused as damaged', async () => {
    for (const bytes of [
      Buffer.from('Dear Ada'),
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n'),
    ]) {
      const refusal = await composer
        .signingCopy(contentInMemory(bytes), null)
        .catch((error: unknown) => error);

      expect(refusal).to.be.instanceOf(PdfNotDrawable);
      expect(refusal).to.have.property('reason', 'damaged');
    }
  });

  it('SEA-6: the same original always makes the same bytes', async () => {
    const document = await PDFDocument.create();
    document.addPage().drawText('Dear Ada');
    const original = contentInMemory(await document.save());
    const page = { language: 'en', signers: [{ signerId: 's', name: 'Ada' }] };

    const [one, other] = [
      await composer.signingCopy(original, page),
      await composer.signingCopy(original, page),
    ];

    expect(Buffer.compare(one.bytes, other.bytes)).to.equal(0);
  });
});
